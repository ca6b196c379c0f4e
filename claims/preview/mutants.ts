import type { Mutant } from '../../tests/kit/mutate.ts';

const SNAPSHOTS = 'packages/workspace/src/snapshots';

/** A fault, and the part of the claim that must find it. */
export interface FoundMutant extends Mutant {
  readonly part: 'commands' | 'races' | 'kills';
}

/** Faults that the claim must find. */
export const mutants: readonly FoundMutant[] = [
  {
    name: 'an edit before the apply is not seen',
    part: 'races',
    file: `${SNAPSHOTS}/apply-effects.ts`,
    from: "return isAs(path, now, before) || isSameState(now, after) || isOverwriting ? undefined : 'changed';",
    to: 'return undefined;',
  },
  {
    name: 'nothing is taken back',
    part: 'races',
    file: `${SNAPSHOTS}/snapshot-engine.ts`,
    from: 'if (refusals.length > 0)',
    to: 'if (refusals.length > 1000)',
  },
  {
    name: 'an apply is not remembered',
    part: 'kills',
    file: `${SNAPSHOTS}/snapshot-engine.ts`,
    from: 'if (known !== null) return toApplied(known);',
    to: '',
  },
  {
    name: 'a half apply is not completed',
    part: 'kills',
    file: `${SNAPSHOTS}/snapshot-engine.ts`,
    from: 'if (pending !== undefined) this.#apply(pending);',
    to: '',
  },
  {
    name: 'deletions of a command are not seen',
    part: 'commands',
    file: `${SNAPSHOTS}/collect-effects.ts`,
    from: 'if (!now.has(name)) this.#removed(joinKey(key, name));',
    to: '',
  },
  {
    name: 'modes are not applied',
    part: 'commands',
    file: `${SNAPSHOTS}/replace-entry.ts`,
    from: 'fchmodSync(file, to.mode);',
    to: '',
  },
];
