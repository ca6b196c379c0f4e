import type { Claim, ClaimRun } from '../claim.ts';
import { buildCli } from '../workbench/build-cli.ts';
import { withClaimFolder } from '../shared/with-claim-folder.ts';
import { checkListeners, listenerFaultsOf } from './check-listeners.ts';
import { checkSessions, faultsOf } from './check-sessions.ts';
import { playListenerControls, playSessionControls, tamper } from './chaos-controls.ts';
import { openChaosCluster, type ChaosCluster } from './open-chaos-cluster.ts';
import { openWorkerHomes } from './open-worker-homes.ts';
import { playChaos, type ChaosPlayed } from './play-chaos.ts';
import { readEvidence } from './read-evidence.ts';
import { describeTimes, killKinds } from './time-to-continue.ts';

/** What sessions of a server lose when parts of the server, or the whole server, die. */
export const r8Chaos: Claim = {
  id: 'R8',
  sentence:
    '0 records are lost, 0 effects are doubled and all sessions continue while parts of the server fail under load: workers are killed, workers are frozen and thawed, and Restate nodes (three, replication 2), PostgreSQL, API nodes and the bus are killed, one every 1 to 3 s, and all of them at once. A question and a quota wait from before everything died continue afterwards. Each call has one response, and an unknown outcome is shown as unknown.',
  async run(run) {
    return await withCluster(run, 8, async (cluster, played) => {
      const { problems, ...found } = checkSessions(played.sessions);
      for (const problem of problems) run.say(problem);
      const controls = playSessionControls(played.sessions);
      const seenTampering = await seeTampering(cluster, played);
      const { calls, answers, waits, effects } = found;
      const isShown = [calls, answers, waits, effects, played.kept].every((count) => count > 0);
      const faults = faultsOf({ ...found, problems });
      return {
        holds: faults === 0 && isShown && hasEveryKind(played) && controls.unseen.length === 0 && seenTampering > 0,
        figures: {
          ...killFigures(played),
          keptOverDeathOfAll: played.kept,
          ...found,
          controls: controls.played + 1,
          controlsUnseen: controls.unseen.join(', ') || 0,
          ...timeFigures(played),
        },
        against:
          'what senders were told, lines that commands appended to files, and the chain of each log. The same check finds each of several faults that are planted in what the run left (controls). Times are from a kill to the next committed record of active sessions, next to the times of undisturbed sessions',
      };
    });
  },
};

/** The same with workers that have nothing in common but the database and an object store. */
export const r8Homes: Claim = {
  id: 'R8-homes',
  sentence:
    'Workers that share no disk lose nothing either: under the failures of R8, with a home of its own for each worker and the files of sessions in a bucket, 0 records are lost, 0 effects are doubled, and each effect that is reported as done is in the last save that the log names. One of the three workers loses its disk each time it is killed.',
  async run(run) {
    return await withClaimFolder('chaos-homes', async (folder) => {
      const cluster = await openChaosCluster(folder, buildCli(folder), await openWorkerHomes(folder));
      try {
        const played = await playChaos(cluster, { run, seed: 8, folder });
        const { problems, ...found } = checkSessions(played.sessions);
        for (const problem of problems) run.say(problem);
        const controls = playSessionControls(played.sessions);
        const restorations = countRestorations(played);
        const isShown = [found.calls, found.effects, restorations, cluster.homes.lost()].every((count) => count > 0);
        const faults = faultsOf({ ...found, problems });
        return {
          holds: faults === 0 && isShown && hasEveryKind(played) && controls.unseen.length === 0,
          figures: {
            ...killFigures(played),
            disksLost: cluster.homes.lost(),
            restorations,
            ...found,
            unknownShare: `${((100 * found.unknownShown) / Math.max(1, found.calls)).toFixed(1)}%`,
            ...cluster.homes.figures(),
            controls: controls.played,
            controlsUnseen: controls.unseen.join(', ') || 0,
            ...timeFigures(played),
          },
          against:
            'what senders were told, and the files of the last save that each log names, restored from the bucket at the end. All workers are on one machine, so a takeover can also end commands of another worker; none relies on it. Unknown outcomes are calls of a worker that died or was replaced before their effect was saved',
        };
      } finally {
        await cluster.close();
      }
    });
  },
};

/** How often a session went on in another copy of its files. */
function countRestorations({ sessions }: ChaosPlayed): number {
  return sessions.reduce((sum, { records }) => {
    const copies = new Set(records.flatMap(({ type, body }) => (type === 'files_saved' ? [body.copy] : [])));
    return sum + Math.max(0, copies.size - 1);
  }, 0);
}

/** What clients miss when parts of the server, or the whole server, die. */
export const r9Listeners: Claim = {
  id: 'R9',
  sentence:
    'Every attached client receives each stored event once and in order, as it is in the log, through all the failures of R8. This holds for clients that stay attached, clients that drop their connection on purpose, and clients that leave and come back as another client after the last event they know, to any API node.',
  async run(run) {
    return await withCluster(run, 9, async (_cluster, played) => {
      const { problems, ...found } = checkListeners(played.sessions);
      for (const problem of problems) run.say(problem);
      const controls = playListenerControls(played.sessions);
      const faults = listenerFaultsOf({ ...found, problems });
      const checked = checkSessions(played.sessions);
      for (const problem of checked.problems) run.say(problem);
      const sessionFaults = faultsOf(checked);
      return {
        holds: faults + sessionFaults === 0 && found.cuts > 0 && hasEveryKind(played) && controls.unseen.length === 0,
        figures: {
          ...killFigures(played),
          sessions: played.sessions.length,
          ...found,
          sessionFaults,
          controls: controls.played,
          controlsUnseen: controls.unseen.join(', ') || 0,
        },
        against:
          'the log itself, event by event; the same comparison finds each of several faults that are planted in what a client received (controls)',
      };
    });
  },
};

async function withCluster<Result>(
  run: ClaimRun,
  seed: number,
  look: (cluster: ChaosCluster, played: ChaosPlayed) => Promise<Result>,
): Promise<Result> {
  return await withClaimFolder('chaos', async (folder) => {
    const cluster = await openChaosCluster(folder, buildCli(folder));
    try {
      return await look(cluster, await playChaos(cluster, { run, seed, folder }));
    } finally {
      await cluster.close();
    }
  });
}

function hasEveryKind({ kills }: ChaosPlayed): boolean {
  return [...killKinds, 'everything'].every((kind) => kills.some((kill) => kill.kind === kind));
}

function killFigures({ kills }: ChaosPlayed): Readonly<Record<string, number>> {
  const count = (kind: string): number => kills.filter((kill) => kill.kind === kind).length;
  const struck = kills.filter(({ kind }) => kind !== 'nothing');
  return {
    kills: struck.length,
    ...Object.fromEntries([...killKinds, 'everything'].map((kind) => [toName(kind), count(kind)])),
  };
}

function timeFigures({ times }: ChaosPlayed): Readonly<Record<string, string>> {
  const rows = (['alone', 'amongOthers'] as const).flatMap((how) =>
    [...times[how]].map(([kind, found]) => {
      const isOnlyAlone = kind === 'nothing' || kind === 'everything';
      const name = kind === 'nothing' ? 'undisturbed' : toName(kind);
      return [`goesOn.${isOnlyAlone ? name : `${name}.${how}`}`, describeTimes(found)];
    }),
  );
  return Object.fromEntries(rows) as Record<string, string>;
}

function toName(kind: string): string {
  return kind.replace(/_(.)/, (_, letter: string) => letter.toUpperCase());
}

/** The number of problems that verification finds after a record was changed in the database. */
async function seeTampering(cluster: ChaosCluster, { sessions }: ChaosPlayed): Promise<number> {
  const [session] = sessions;
  if (session === undefined) return 0;
  await tamper(cluster.postgres.admin, session.sessionId);
  return checkSessions(await readEvidence(cluster, [session])).unsound;
}
