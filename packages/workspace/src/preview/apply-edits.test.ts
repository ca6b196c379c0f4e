import { appendFileSync, closeSync, fstatSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileChange } from '../snapshots/file-state.ts';
import { readTree, ScratchTree } from '../snapshots/scratch-tree.ts';
import { SnapshotEngine } from '../snapshots/snapshot-engine.ts';

let tree: ScratchTree;
beforeEach(() => {
  tree = new ScratchTree();
});
afterEach(() => {
  tree.remove();
});

const BEFORE = 'top\n1\n2\n3\n4\n5\nend\n';
const AFTER = BEFORE.replace('1\n', 'one\n');
/** What the person adds. */
const MINE = 'mine\n';

/** A person's edit of a file. Says whether the system could keep it. */
type Edit = (file: string) => boolean;

interface Way {
  readonly name: string;
  /** Called before the apply, as by a program that opens the file. */
  readonly open: (file: string) => { readonly edit: Edit; readonly close: () => void };
}

const WAYS: readonly Way[] = [
  {
    name: 'saves it under another name and renames that',
    open: () => ({
      edit: (file) => {
        writeFileSync(`${file}.save`, BEFORE + MINE);
        renameSync(`${file}.save`, file);
        return true;
      },
      close: () => undefined,
    }),
  },
  {
    name: 'appends to it',
    open: () => ({
      edit: (file) => {
        appendFileSync(file, MINE);
        return true;
      },
      close: () => undefined,
    }),
  },
  {
    name: 'writes to it through a descriptor that was open before',
    open: (file) => {
      const descriptor = openSync(file, 'a');
      return {
        edit: () => {
          // What is written to a file without a name is lost with any program that replaces files.
          const hasName = fstatSync(descriptor).nlink > 0;
          writeSync(descriptor, MINE);
          return hasName;
        },
        close: () => {
          closeSync(descriptor);
        },
      };
    },
  },
];

/** Two files that a command has changed, one that it has removed and one that it has made, with its folder. */
function prepare(): { readonly changes: readonly FileChange[]; readonly reset: () => void } {
  const files = { first: BEFORE, gone: BEFORE, last: BEFORE };
  const reset = (): void => {
    for (const name of ['new', 'first', 'gone', 'last']) rmSync(tree.at(name), { recursive: true, force: true });
    for (const [name, text] of Object.entries(files)) tree.write(name, text);
  };
  reset();
  const engine = new SnapshotEngine({ root: tree.root, folder: tree.folder });
  engine.look();
  tree.write('first', AFTER);
  rmSync(tree.at('gone'));
  tree.write('last', AFTER);
  tree.write('new/file', AFTER);
  const { changes } = engine.look();
  engine.close();
  expect(changes).toHaveLength(5);
  return { changes, reset };
}

describe.each(WAYS)('a person who $name during an apply', ({ open }) => {
  test.each(['first', 'gone', 'last'])('keeps that in %s, and all else is applied or nothing', (name) => {
    const { changes, reset } = prepare();
    reset();
    const before = readTree(tree.root);
    const applied = new Map<string, string>();
    const found = { refused: 0, applied: 0 };
    for (let at = 0, points = 1; at < points; at += 1) {
      reset();
      const { edit, close } = open(tree.at(name));
      const kept = { is: false };
      points = 0;
      const engine = new SnapshotEngine({ root: tree.root, folder: tree.folder }, () => {
        points += 1;
        if (points === at) kept.is = edit(join(tree.root, name));
      });
      const result = engine.apply(changes, { key: `${name}-${at}` });
      engine.close();
      close();
      const now = readTree(tree.root);
      if (at === 0) for (const [path, state] of now) applied.set(path, state);
      const where = `point ${at} of ${points}`;
      // The edited file has the edit; it is not compared with the rest.
      if (kept.is) expect([where, now.get(name)]).toEqual([where, expect.stringContaining(MINE)]);
      const rest = (all: ReadonlyMap<string, string>): unknown => [...all].filter(([path]) => path !== name);
      expect([where, rest(now)]).toEqual([where, rest(result.isApplied ? applied : before)]);
      // Without what was taken back.
      if (!result.isApplied) expect([where, now.get(name)]).toEqual([where, expect.not.stringContaining('one')]);
      if (kept.is) found[result.isApplied ? 'applied' : 'refused'] += 1;
    }
    // Only after the last look at the files is an edit later than the apply. A removed file is written anew later, too.
    expect(found.refused).toBeGreaterThan(2);
    if (name !== 'gone') expect(found.applied).toBeLessThanOrEqual(2);
  });
});
