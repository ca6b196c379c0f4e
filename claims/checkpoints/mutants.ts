import type { Mutant } from '../../tests/kit/mutate.ts';

const SNAPSHOTS = 'packages/workspace/src/snapshots';

/** Faults that the claim must find. Those in a restoration that a crash interrupts are the subject of unit tests. */
export const mutants: readonly Mutant[] = [
  {
    name: 'the files are not looked at after a command',
    file: 'packages/runtime/src/dispatch/file-tracker.ts',
    from: 'await this.#look({ callId, ...(endedMsAgo === undefined ? {} : { endedMsAgo }) });',
    to: 'await this.#look({ isBase: true });',
  },
  {
    name: 'deletions are not seen',
    file: `${SNAPSHOTS}/look-at-tree.ts`,
    from: 'if (!after.has(path)) changes.push({ path, before: state, after: null });',
    to: '',
  },
  {
    name: 'new folders keep a temporary mode',
    file: `${SNAPSHOTS}/apply-restore.ts`,
    from: "chmodSync(at('.'), toMode(now.mode));",
    to: '',
  },
  {
    name: 'only the last of several steps is undone',
    file: `${SNAPSHOTS}/merge-steps.ts`,
    from: 'return [...parts.slice(0, -1), { before: last.before, after }];',
    to: 'return [...parts.slice(0, -1), { before, after }];',
  },
  {
    name: 'a rewind does not record what it changed',
    file: `${SNAPSHOTS}/create-file-history.ts`,
    from: 'return { changes: step, kept:',
    to: 'return { changes: [], kept:',
  },
];
