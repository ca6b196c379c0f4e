import { hash } from 'node:crypto';
import type { FileHistory } from '../workspace.ts';
import { keepContents } from './keep-contents.ts';
import { mergeSteps } from './merge-steps.ts';
import { previewRestore, previewSteps } from './preview-files.ts';
import { openSnapshots, type Snapshots } from './open-snapshots.ts';
import { MAX_BYTES, type SnapshotOptions } from './snapshot-engine.ts';

/** The file history of a workspace, until closed. */
export interface LocalHistory extends FileHistory {
  /** For previews of commands. */
  readonly collect: Snapshots['collect'];
  readonly check: Snapshots['check'];
  readonly apply: Snapshots['apply'];
  readonly read: Snapshots['read'];
  /** Stores a content and returns its hash. Null if it holds a key, or if there is no room. */
  readonly keep: (bytes: Uint8Array) => Promise<string | null>;
  readonly close: () => Promise<void>;
}

/** Starts its thread when it is first needed, and again after a failure. */
export function createFileHistory(options: SnapshotOptions): LocalHistory {
  let opened: Promise<Snapshots> | undefined;
  let isPruned = false;
  const look = async <Result>(work: (snapshots: Snapshots) => Promise<Result>): Promise<Result> => {
    const mine = (opened ??= openSnapshots(options));
    try {
      return await work(await mine);
    } catch (thrown) {
      if (opened === mine) opened = undefined;
      void mine.then((snapshots) => snapshots.close()).catch(() => undefined);
      throw thrown;
    }
  };
  const use = async <Result>(work: (snapshots: Snapshots) => Promise<Result>): Promise<Result> =>
    await look(async (snapshots) => {
      const result = await work(snapshots);
      // Contents that were not needed for long are dropped afterwards, but not by who only looks.
      if (!isPruned) void snapshots.prune().catch(() => undefined);
      isPruned = true;
      return result;
    });
  return {
    checkpoint: (wanted) => use((snapshots) => snapshots.checkpoint(wanted)),
    hold: (paths) =>
      use(async (snapshots) => {
        const { entries } = await snapshots.hold(paths);
        return entries.flatMap(({ path, seen }) => (seen?.kind === 'unseen' ? [] : [{ path, before: seen }]));
      }),
    settle: (held) =>
      use(async (snapshots) => {
        const { changes } = await snapshots.settle({
          entries: held.map(({ path, before }) => ({ path, seen: before })),
        });
        return changes;
      }),
    preview: (steps, overwrite = []) =>
      look(async (snapshots) => {
        const { entries } = await snapshots.plan(mergeSteps(steps), 'before');
        return await previewRestore(entries, overwrite, (hash) => snapshots.read(hash));
      }),
    compare: (steps) => look(async (snapshots) => await previewSteps(steps, (hash) => snapshots.read(hash))),
    undo: (steps, key, overwrite = []) =>
      use(async (snapshots) => {
        await snapshots.resume();
        const plan = async (): ReturnType<Snapshots['plan']> => await snapshots.plan(mergeSteps(steps), 'before');
        const { step, conflicts, skipped } =
          (await snapshots.restored(key)) ?? (await snapshots.restore(await plan(), { key, overwrite }));
        const all = [...conflicts, ...skipped];
        const refused = all.filter(({ reason }) => reason !== 'changed');
        const reasons = refused.length === 0 ? {} : { refused };
        return { changes: step, kept: all.map(({ path }) => path), ...reasons };
      }),
    collect: (places) => use((snapshots) => snapshots.collect(places)),
    apply: (changes, wanted) => use((snapshots) => snapshots.apply(changes, wanted)),
    read: (hash) => look((snapshots) => snapshots.read(hash)),
    keep: async (bytes) => {
      const { folder, maxBytes = MAX_BYTES, secrets } = options;
      const key = hash('sha256', bytes, 'hex');
      keepContents({ folder, maxBytes, secrets }, [bytes]);
      return (await look((snapshots) => snapshots.read(key))) === null ? null : key;
    },
    check: (changes) => look((snapshots) => snapshots.check(changes)),
    close: async () => {
      const closing = opened;
      opened = undefined;
      await closing?.then((snapshots) => snapshots.close()).catch(() => undefined);
    },
  };
}
