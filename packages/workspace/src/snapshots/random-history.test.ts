import fc from 'fast-check';
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toDiskPath } from './file-key.ts';
import type { FileChange } from './file-state.ts';
import { mergeSteps } from './merge-steps.ts';
import { applyEdit, EDITS, LONG_TEXT, NAMES, toPath, type RandomEdit } from './random-edits.ts';
import { readTree, ScratchTree } from './scratch-tree.ts';
import { SnapshotEngine } from './snapshot-engine.ts';

type Tree = ReadonlyMap<string, string>;

interface Turn {
  readonly who: 'edit' | 'command' | 'person' | 'back' | 'undo-agent' | 'reopen';
  readonly edits: readonly RandomEdit[];
  readonly pick: number;
}

interface Step {
  readonly changes: readonly FileChange[];
  readonly isAgent: boolean;
}

const name = fc.nat({ max: NAMES.length - 1 });
/** Few paths, so that edits meet. */
const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom([0], [1], [2], [2, 3], [2, 0], [2, 3, 0], [2, 3, 1], [3, 0], [9], [2, 9]) },
  { weight: 1, arbitrary: fc.array(name, { minLength: 1, maxLength: 3 }) },
);
const lines = fc.array(fc.constantFrom('one', 'two', 'three', 'four', ''), { minLength: 1, maxLength: 6 });
const rest = { other: path, pick: fc.nat({ max: 100 }), lines };
const edit: fc.Arbitrary<RandomEdit> = fc.oneof(
  fc.record({ what: fc.constantFrom(...(Object.keys(EDITS) as (keyof typeof EDITS)[])), path, ...rest }),
  // Two changes of one text are merged if they are apart.
  fc.record({ what: fc.constant('line' as const), path: fc.constantFrom([0], [1], [2, 0], [3, 0]), ...rest }),
  // Folders that are read-only, or become links to other folders.
  fc.record({ what: fc.constantFrom('chmod', 'symlink'), path: fc.constantFrom([2], [3], [2, 3]), ...rest }),
);
const TURNS = ['edit', 'command', 'command', 'person', 'person', 'back', 'undo-agent', 'undo-agent', 'reopen'] as const;
const turn: fc.Arbitrary<Turn> = fc.record({
  who: fc.constantFrom(...TURNS),
  edits: fc.array(edit, { minLength: 1, maxLength: 5, size: 'max' }),
  pick: fc.nat({ max: 100 }),
});

/** Plays turns and compares the tree with full copies of earlier ones. */
class History {
  readonly tree = new ScratchTree();
  readonly #steps: Step[] = [];
  readonly #marks: { readonly copy: Tree; readonly steps: number }[] = [];
  #engine = this.#open();

  start(edits: readonly RandomEdit[]): void {
    for (const path of ['a', 'b', 'd/a', 'd/e/a', 'e/a']) this.tree.write(path, LONG_TEXT);
    this.#edit(edits);
    this.#engine.look();
    this.#mark();
  }

  play({ who, edits, pick }: Turn): void {
    if (who === 'person') {
      this.#edit(edits);
      return;
    }
    // As the runtime does: what a person changed before is not part of the step.
    this.#add(this.#engine.look().changes, false);
    const mark = this.#marks[pick % Math.ceil(this.#marks.length / 2)];
    if (who === 'edit') for (const each of edits) this.#write(each);
    else if (who === 'command') this.#command(edits);
    else if (who === 'reopen') this.#reopen();
    else if (mark !== undefined && who === 'back') this.#goBack(mark);
    else if (mark !== undefined) this.#undoAgent(mark.steps);
    this.#mark();
  }

  close(): void {
    this.#engine.close();
    this.tree.remove();
  }

  #open(): SnapshotEngine {
    return new SnapshotEngine({ root: this.tree.root, folder: this.tree.folder });
  }

  #edit(edits: readonly RandomEdit[]): void {
    for (const each of edits) applyEdit(this.tree.root, each);
  }

  #command(edits: readonly RandomEdit[]): void {
    this.#edit(edits);
    this.#add(this.#engine.look().changes, true);
  }

  /** A known write. Its path has to be a string. */
  #write(wanted: RandomEdit): void {
    const names = wanted.path.map((each) => each % (NAMES.length - 1));
    const held = this.#engine.hold([toPath(this.tree.root, names).toString()]);
    applyEdit(this.tree.root, { ...wanted, path: names, what: 'append', pick: 1 });
    applyEdit(this.tree.root, { ...wanted, path: names, what: 'write', pick: 1 });
    this.#add(this.#engine.settle(held).changes, true);
    expect(this.#engine.look().changes).toEqual([]);
  }

  #reopen(): void {
    this.#engine.close();
    this.#engine = this.#open();
    expect(this.#engine.look().changes).toEqual([]);
  }

  /** Undoes everything since a mark, and sometimes that as well. */
  #goBack({ copy, steps }: { readonly copy: Tree; readonly steps: number }): void {
    const before = this.#read();
    const merged = mergeSteps(this.#steps.slice(steps).map(({ changes }) => changes));
    const step = this.#restore(merged);
    expect(this.#read()).toEqual(copy);
    if (steps % 2 === 1) return;
    this.#restore(step);
    expect(this.#read()).toEqual(before);
  }

  #restore(changes: readonly FileChange[]): readonly FileChange[] {
    const plan = this.#engine.plan(changes, 'before');
    const { step, conflicts, skipped } = this.#engine.restore(plan);
    expect([conflicts, skipped]).toEqual([[], []]);
    this.#add(step, true);
    return step;
  }

  /** Undoes only the agent's steps since a mark. Whatever a person did since stays, or is merged. */
  #undoAgent(steps: number): void {
    const before = this.#read();
    const agent = this.#steps.slice(steps).filter(({ isAgent }) => isAgent);
    const plan = this.#engine.plan(mergeSteps(agent.map(({ changes }) => changes)), 'before');
    const { step, conflicts, skipped } = this.#engine.restore(plan);
    const after = this.#read();
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (key) => before.get(key) !== after.get(key),
    );
    expect(changed.toSorted()).toEqual(step.map(({ path: key }) => toLatin(key)).toSorted());
    for (const refused of [...conflicts, ...skipped])
      expect(after.get(toLatin(refused.path))).toBe(before.get(toLatin(refused.path)));
    for (const key of changed) this.#requireStored(before.get(key));
    this.#add(step, true);
    if (steps % 3 === 0) return;
    this.#restore(step);
    expect(this.#read()).toEqual(before);
  }

  #requireStored(entry: string | undefined): void {
    const text = /^file \d+ ([^]*)$/.exec(entry ?? '')?.[1];
    if (text === undefined) return;
    const bytes = Buffer.from(text, 'latin1');
    expect(Buffer.from(this.#engine.read(hash('sha256', bytes, 'hex')) ?? []).equals(bytes)).toBe(true);
  }

  #read(): Tree {
    return readTree(this.tree.root);
  }

  #mark(): void {
    this.#marks.push({ copy: this.#read(), steps: this.#steps.length });
  }

  #add(changes: readonly FileChange[], isAgent: boolean): void {
    this.#steps.push({ changes: JSON.parse(JSON.stringify(changes)) as FileChange[], isAgent });
  }
}

function toLatin(key: string): string {
  return Buffer.from(toDiskPath(key)).toString('latin1');
}

test(
  'random edits, commands, edits of a person, restores and their undo match full copies',
  { timeout: 600_000 },
  () => {
    fc.assert(
      fc.property(
        fc.array(edit, { maxLength: 20, size: 'max' }),
        fc.array(turn, { minLength: 6, maxLength: 14, size: 'max' }),
        (first, turns) => {
          const history = new History();
          try {
            history.start(first);
            for (const each of turns) history.play(each);
          } finally {
            history.close();
          }
        },
      ),
      { numRuns: 150 },
    );
  },
);
