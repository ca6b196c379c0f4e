import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openModelServer } from '@bowline/testkit';
import { buildCli } from '../workbench/build-cli.ts';
import type { Claim } from '../claim.ts';
import { packCommit, unpackCli } from './pack-commit.ts';
import { withClaimFolder } from '../shared/with-claim-folder.ts';
import { checkUpgrade, type UpgradeEvidence } from './check-upgrade.ts';
import { openLocalPlace } from './open-local-place.ts';
import { openServerPlace } from './open-server-place.ts';
import type { UpgradeParts, UpgradePlace } from './upgrade-place.ts';
import { createUpgradeModel, scenes, type Scene } from './upgrade-script.ts';

/** The build before this one. */
const OLDER = '351c626';
const ROUNDS = 3;

/** Checks that this build finishes a session that the build before it left unfinished. */
export const upgrade: Claim = {
  id: 'upgrade',
  sentence: `The packed build of commit ${OLDER} leaves sessions at an approval, in the middle of a batch and at a quota wait. This build answers and finishes them, on this machine and on a server: nothing is lost, and nothing happens twice.`,
  async run({ isQuick, say }) {
    const evidence: UpgradeEvidence[] = [];
    for (let round = 0; round < (isQuick ? 1 : ROUNDS); round += 1)
      evidence.push(...(await withClaimFolder('upgrade', (folder) => playRound(folder, say))));
    const findings = evidence.map(checkUpgrade);
    const lost = findings.flatMap((found) => found.lost);
    const doubled = findings.flatMap((found) => found.doubled);
    const early = findings.flatMap((found) => found.early);
    for (const found of [...lost, ...doubled, ...early]) say(found);
    const controls = evidence.flatMap(toControls);
    const missed = controls.filter(({ isSeen }) => !isSeen);
    for (const { name } of missed) say(`not seen: ${name}`);
    return {
      holds: [lost, doubled, early, missed].every(({ length }) => length === 0) && controls.length > 0,
      figures: {
        from: OLDER,
        sessions: evidence.length,
        lost: lost.length,
        doubled: doubled.length,
        finishedByOlder: early.length,
        controls: controls.length,
        controlsSeen: controls.length - missed.length,
      },
      against: 'the same evidence with one record, result or effect removed, and with one of each duplicated',
    };
  },
};

async function playRound(folder: string, say: (line: string) => void): Promise<UpgradeEvidence[]> {
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules')); // for Restate's binary
  const builds = { older: unpackCli(packCommit(OLDER), join(folder, 'older')), newer: buildCli(folder) };
  const model = await openModelServer([], { generate: createUpgradeModel(), keepBodies: false });
  try {
    const open = (name: string): UpgradeParts => {
      const own = join(folder, name);
      for (const each of ['work', 'home', 't']) mkdirSync(join(own, each), { recursive: true });
      const effectsFile = (scene: Scene): string => join(own, 'work', `${scene}.txt`);
      return { ...builds, folder: own, modelUrl: model.url, effectsFile };
    };
    const [local, server] = [open('local'), open('server')];
    const played = await Promise.all([
      play(openLocalPlace(local), local),
      openServerPlace(server).then((place) => play(place, server)),
    ]);
    say(`${played[0].length} sessions on this machine, ${played[1].length} on a server`);
    return played.flat();
  } finally {
    await model.close();
  }
}

async function play(place: UpgradePlace, parts: UpgradeParts): Promise<UpgradeEvidence[]> {
  try {
    const before = new Map<Scene, readonly string[]>();
    await Promise.all(
      scenes.map(async (scene) => {
        await place.leave(scene);
        before.set(scene, await place.ids(scene));
      }),
    );
    const upgradedAt = await place.upgrade();
    await Promise.all(scenes.map((scene) => place.finish(scene)));
    return await Promise.all(
      scenes.map(async (scene) => {
        const file = parts.effectsFile(scene);
        const effects = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
        return { scene, before: before.get(scene) ?? [], upgradedAt, after: await place.records(scene), effects };
      }),
    );
  } finally {
    await place.close();
  }
}

/** Checks that a loss and a duplicate are detected in this evidence. */
function toControls(evidence: UpgradeEvidence): { readonly name: string; readonly isSeen: boolean }[] {
  const { scene, after, effects } = evidence;
  const last = (type: string): number => after.findLastIndex((record) => record.type === type);
  const places = [last('stream_started'), last('tool_finished'), last('input_resolved')].filter((at) => at !== -1);
  const loses = (name: string, changed: Partial<UpgradeEvidence>): { name: string; isSeen: boolean } => ({
    name: `${scene}: ${name}`,
    isSeen: checkUpgrade({ ...evidence, ...changed }).lost.length > 0,
  });
  const doubles = (name: string, changed: Partial<UpgradeEvidence>): { name: string; isSeen: boolean } => ({
    name: `${scene}: ${name}`,
    isSeen: checkUpgrade({ ...evidence, ...changed }).doubled.length > 0,
  });
  return [
    ...places.flatMap((at) => [
      loses(`record ${at} taken out`, { after: after.toSpliced(at, 1) }),
      doubles(`record ${at} put in again`, { after: after.toSpliced(at, 0, ...after.slice(at, at + 1)) }),
    ]),
    ...effects.flatMap((line) => [
      loses(`effect ${line} taken out`, { effects: effects.filter((each) => each !== line) }),
      doubles(`effect ${line} put in again`, { effects: [...effects, line] }),
    ]),
  ];
}
