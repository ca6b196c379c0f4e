import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Claim, ClaimRun } from '../claim.ts';
import { round } from '../shared/round.ts';
import { bundleScripts, OTHER_UID, runScript } from '../shell-lines/run-script.ts';
import type { LineOrder, LineResult } from '../shell-lines/line-plan.ts';

const SEED = 20_261_116;
const FUZZED = 20_000;
const FUZZED_QUICK = 300;

type Player = 'root' | 'user';

/** Measures what command lines can do in the sandbox if nothing examines them first. */
export const s2Sandboxed: Claim = {
  id: 'S2-sandboxed',
  sentence:
    'Every command line is approved, whatever it says, and runs in *observe*, as root and as a user: the hostile lines of both corpora of S2, lines that each reach for one canary, and 20,000 fuzzed lines (half built from program options, half mutations of the corpora). None has an effect. No file changes in the workspace, the home folder, a folder next to it, temporary folders, /etc or /usr/local. No key in the home folder, no hidden file of the workspace and no environment of another process is printed (plainly, reversed, in hexadecimal or base64). Nothing reaches a TCP or UDP port on loopback or on another address of the machine, or a Unix socket by path or abstract name. No other process is signaled, and none is left. The quick form runs a sixth of the corpora and 300 fuzzed lines as the current user.',
  async run(run) {
    const isRoot = process.getuid?.() === 0;
    const players: readonly Player[] = isRoot ? (run.isQuick ? ['root'] : ['root', 'user']) : ['user'];
    const order: LineOrder = { fuzzed: run.isQuick ? FUZZED_QUICK : FUZZED, seed: SEED, isFull: !run.isQuick };
    const figures: Record<string, number | string> = { players: players.join(' and ') };
    let holds = true;
    const results = await Promise.all(players.map(async (player) => [player, await play(player, order, run)] as const));
    for (const [player, result] of results) {
      for (const note of result.notes) run.say(`${player}: ${note}`);
      for (const { kind, what, line } of result.effects)
        run.say(`${player}: effect (${kind}: ${what}): ${JSON.stringify(line)}`);
      holds &&= isHeld(result);
      Object.assign(figures, toFigures(player, result));
    }
    return {
      holds,
      figures: { ...figures, fuzzSeed: SEED },
      against:
        'the canary lines without a sandbox, each of which reaches its canary; the same lines in sandboxes with one hole each, all of which are detected; the corpora in a sandbox with every hole (effectsWithHoles)',
    };
  },
};

function isHeld(result: LineResult): boolean {
  const { lines, succeeded, effects, canaryLines, canaryLinesBare, holedLines, holedEffects, holes, holesSeen } =
    result;
  return [
    effects.length === 0,
    // Commands must be able to work in the sandbox, or the result means nothing.
    succeeded > lines / 5,
    canaryLines === canaryLinesBare,
    holes === holesSeen,
    holedEffects > holedLines / 2,
  ].every(Boolean);
}

function toFigures(player: Player, result: LineResult): Record<string, number> {
  const { lines, fuzzed, succeeded, effects, canaryLines, canaryLinesBare, holedLines, holedEffects } = result;
  const all = {
    ...{ lines, fuzzed, effects: effects.length, succeededShare: round(succeeded / lines) },
    ...{ canaryLines, canaryLinesBare, linesWithHoles: holedLines, effectsWithHoles: holedEffects },
    ...{ holes: result.holes, holesSeen: result.holesSeen },
  };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [`${name}_${player}`, value]));
}

/** Runs in a folder that sandboxes hide, as they hide other homes. */
async function play(player: Player, order: LineOrder, { say }: ClaimRun): Promise<LineResult> {
  const isRoot = process.getuid?.() === 0;
  const base = mkdtempSync(join(isRoot ? '/home' : homedir(), 'bowline-s2-'));
  const temporary = join(base, 'tmp');
  try {
    mkdirSync(temporary);
    const orderFile = join(base, 'order.json');
    writeFileSync(orderFile, JSON.stringify(order));
    await bundleScripts(base, [join(import.meta.dirname, 'play-lines.ts')]);
    chmodSync(base, 0o755);
    const isOther = player === 'user' && isRoot;
    if (isOther) chownSync(temporary, OTHER_UID, OTHER_UID);
    const started = Date.now();
    const words = [join(base, 'play-lines.mjs'), orderFile];
    const printed = await runScript({ words, cwd: base, isOther, env: { TMPDIR: temporary } });
    say(`${player}: ${Math.round((Date.now() - started) / 1000)} s`);
    return JSON.parse(printed) as LineResult;
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}
