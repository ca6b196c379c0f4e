import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { mergeSteps } from './merge-steps.ts';
import type { Restored } from './restore-plan.ts';
import type { FileChange } from './file-state.ts';
import { readTree, ScratchTree } from './scratch-tree.ts';
import { SnapshotEngine } from './snapshot-engine.ts';

interface Room {
  readonly tree: ScratchTree;
  readonly engine: SnapshotEngine;
  /** The changes of a command. */
  readonly during: (command: () => void) => readonly FileChange[];
  readonly undo: (changes: readonly FileChange[], overwrite?: readonly string[]) => Restored;
}

function setUp(fill: (tree: ScratchTree) => void, onPoint?: () => void): Room {
  const tree = new ScratchTree();
  fill(tree);
  const engine = new SnapshotEngine({ root: tree.root, folder: tree.folder }, onPoint);
  onTestFinished(() => {
    engine.close();
    tree.remove();
  });
  engine.look();
  return {
    tree,
    engine,
    during: (command) => {
      command();
      return engine.look().changes;
    },
    undo: (changes, overwrite = []) => engine.restore(engine.plan(changes, 'before'), { overwrite }),
  };
}

const X_HASH = hash('sha256', 'x', 'hex');
const NON_UTF8 = Buffer.from([0x66, 0xff, 0x67]);
const inRoot = (tree: ScratchTree, name: Buffer): Buffer => Buffer.concat([Buffer.from(`${tree.root}/`), name]);

test('steps are plain data', () => {
  const { tree, during, undo } = setUp((each) => {
    each.write('a', 'one');
  });
  const changes = during(() => {
    writeFileSync(inRoot(tree, NON_UTF8), 'x');
    tree.write('a', 'two');
  });
  undo(JSON.parse(JSON.stringify(changes)) as FileChange[]);
  expect([...readTree(tree.root).keys()]).toEqual(['a']);
  expect(tree.read('a')).toBe('one');
});

test('a restore never writes or deletes through a folder that has become a link', () => {
  const { tree, engine, during, undo } = setUp((each) => {
    each.write('d/edited', 'one');
    each.write('d/removed', 'x');
  });
  mkdirSync(join(tree.base, 'outside'));
  for (const name of ['edited', 'created']) writeFileSync(join(tree.base, 'outside', name), 'two');
  const changes = during(() => {
    tree.write('d/edited', 'two');
    tree.write('d/created', 'two');
    rmSync(tree.at('d/removed'));
  });
  const plan = engine.plan(changes, 'before');
  rmSync(tree.at('d'), { recursive: true });
  symlinkSync('../outside', tree.at('d'));
  const outside = readTree(join(tree.base, 'outside'));
  const blocked = { step: [], conflicts: [{ path: 'd/removed', reason: 'blocked' }] };
  expect(engine.restore(plan)).toMatchObject(blocked);
  expect(undo(changes, ['d/edited', 'd/removed', 'd/created'])).toMatchObject({ step: [] });
  expect(readTree(join(tree.base, 'outside'))).toEqual(outside);
  expect(lstatSync(tree.at('d')).isSymbolicLink()).toBe(true);
});

test('a change of the same line is a conflict, and stays unless it is overwritten', () => {
  const { tree, engine, during, undo } = setUp((each) => {
    each.write('a', '1\n2\n3\n');
  });
  const changes = during(() => {
    tree.write('a', '1\nagent\n3\n');
  });
  tree.write('a', '1\nperson\n3\n');
  expect(engine.plan(changes, 'before').entries).toMatchObject([{ path: 'a', action: 'conflict', reason: 'changed' }]);
  expect(undo(changes)).toEqual({ step: [], conflicts: [{ path: 'a', reason: 'changed' }], skipped: [] });
  expect(tree.read('a')).toBe('1\nperson\n3\n');
  const { step } = undo(changes, ['a']);
  expect(tree.read('a')).toBe('1\n2\n3\n');
  undo(step);
  expect(tree.read('a')).toBe('1\nperson\n3\n');
});

test('a change of another line is merged', () => {
  const { tree, engine, during, undo } = setUp((each) => {
    each.write('a', '1\n2\n3\n4\n5\n');
  });
  const changes = during(() => {
    tree.write('a', '1\n2\n3\n4\nagent\n');
  });
  tree.write('a', 'person\n2\n3\n4\nagent\n');
  chmodSync(tree.at('a'), 0o600);
  expect(engine.plan(changes, 'before').entries).toMatchObject([{ path: 'a', action: 'merge' }]);
  const { step } = undo(changes);
  expect(tree.read('a')).toBe('person\n2\n3\n4\n5\n');
  expect(statSync(tree.at('a')).mode & 0o777).toBe(0o600);
  undo(step);
  expect(tree.read('a')).toBe('person\n2\n3\n4\nagent\n');
});

test('a change between two steps is merged when both are undone, and when both are done again', () => {
  const { tree, engine, during, undo } = setUp((each) => {
    each.write('a', '1\n2\n3\n4\n5\n6\n7\n');
  });
  const first = during(() => {
    tree.write('a', 'agent\n2\n3\n4\n5\n6\n7\n');
  });
  tree.write('a', 'agent\n2\n3\nperson\n5\n6\n7\n');
  engine.look();
  const second = during(() => {
    tree.write('a', 'agent\n2\n3\nperson\n5\n6\nagent\n');
  });
  const merged = mergeSteps([first, second]);
  undo(merged);
  expect(tree.read('a')).toBe('1\n2\n3\nperson\n5\n6\n7\n');
  engine.restore(engine.plan(merged, 'after'));
  expect(tree.read('a')).toBe('agent\n2\n3\nperson\n5\n6\nagent\n');
});

test('a file that a person creates where one is to be restored stays', () => {
  const { tree, during, undo } = setUp((each) => {
    each.write('a', 'one');
  });
  const changes = during(() => {
    rmSync(tree.at('a'));
  });
  tree.write('a', 'person');
  expect(undo(changes)).toEqual({ step: [], conflicts: [{ path: 'a', reason: 'changed' }], skipped: [] });
  expect(tree.read('a')).toBe('person');
});

test('a folder of the agent stays if a person has put something there', () => {
  const { tree, engine, during, undo } = setUp(() => {});
  const changes = during(() => {
    tree.write('d/agent', 'x');
  });
  tree.write('d/person', 'mine');
  expect(engine.plan(changes, 'before').entries).toMatchObject([
    { path: 'd', action: 'keep', reason: 'not-empty' },
    { path: 'd/agent', action: 'restore' },
  ]);
  const { step, conflicts, skipped } = undo(changes);
  expect(step.map(({ path }) => path)).toEqual(['d/agent']);
  expect([conflicts, skipped]).toEqual([[{ path: 'd', reason: 'not-empty' }], []]);
  expect([...readTree(tree.root).keys()]).toEqual(['d', 'd/person']);
});

test('a file does not come back where a person has put a folder with files', () => {
  const { tree, during, undo } = setUp((each) => {
    each.write('a', 'one');
  });
  const changes = during(() => {
    rmSync(tree.at('a'));
    mkdirSync(tree.at('a'));
  });
  tree.write('a/person', 'mine');
  expect(undo(changes)).toMatchObject({ step: [], conflicts: [{ path: 'a', reason: 'not-empty' }] });
  expect(tree.read('a/person')).toBe('mine');
});

test('folders that a person has removed are created again for a file', () => {
  const { tree, engine, during, undo } = setUp((each) => {
    each.write('d/e/f', 'x');
  });
  const changes = during(() => {
    rmSync(tree.at('d/e/f'));
  });
  rmSync(tree.at('d'), { recursive: true });
  const { step } = undo(changes);
  expect(step.map(({ path }) => path)).toEqual(['d', 'd/e', 'd/e/f']);
  expect(tree.read('d/e/f')).toBe('x');
  undo(step);
  expect(readdirSync(tree.root)).toEqual([]);
  expect(engine.look().changes.map(({ path }) => path)).toEqual([]);
});

test('a path that changes between the plan and the restore is left alone', () => {
  const { tree, engine, during } = setUp((each) => {
    each.write('a', '1\n2\n3\n');
    each.write('b', 'one');
  });
  const changes = during(() => {
    tree.write('a', '1\n2\nagent\n');
    tree.write('b', 'two');
  });
  const plan = engine.plan(changes, 'before');
  tree.write('a', 'person\n2\nagent\n');
  const { step, skipped } = engine.restore(plan, { overwrite: ['a'] });
  expect([step.map(({ path }) => path), skipped]).toEqual([['b'], [{ path: 'a', reason: 'changed-since-plan' }]]);
  expect(tree.read('a')).toBe('person\n2\nagent\n');
});

test('a change in the middle of a restore is put back, at whatever point it is made', () => {
  for (let point = 0; ; point += 1) {
    let left = point;
    const tree = new ScratchTree();
    tree.write('a', 'one');
    const edit = (): void => {
      left -= 1;
      if (left === -1) tree.write('a', 'person');
    };
    const engine = new SnapshotEngine({ root: tree.root, folder: tree.folder }, edit);
    engine.look();
    tree.write('a', 'two');
    const plan = engine.plan(engine.look().changes, 'before');
    const { step, conflicts } = engine.restore(plan);
    // Before the new file is in place the change counts, after that it is a change of the restored file.
    if (left < 0) expect([point, tree.read('a')]).toEqual([point, 'person']);
    expect(step.length + conflicts.length).toBe(1);
    expect(readdirSync(tree.root)).toEqual(['a']);
    engine.close();
    tree.remove();
    if (left >= 0) break;
  }
});

test('a pipe that has taken the place of a file stays', () => {
  const { tree, during, undo } = setUp((each) => {
    each.write('a', 'one');
  });
  const changes = during(() => {
    tree.write('a', 'two');
  });
  rmSync(tree.at('a'));
  execFileSync('mkfifo', [tree.at('a')]);
  expect(undo(changes, ['a'])).toMatchObject({ step: [], conflicts: [{ path: 'a', reason: 'unseen' }] });
  expect(lstatSync(tree.at('a')).isFIFO()).toBe(true);
});

test('a damaged content is not restored', () => {
  const { tree, during, undo } = setUp((each) => {
    each.write('a', 'one');
  });
  const changes = during(() => {
    tree.write('a', 'two');
  });
  const store = new DatabaseSync(join(tree.folder, 'snapshots.db'));
  store.exec(`UPDATE content SET bytes = x'00' WHERE size = 3`);
  store.close();
  expect(undo(changes)).toMatchObject({ step: [], skipped: [{ path: 'a', reason: 'gone' }] });
  expect(tree.read('a')).toBe('two');
});

test.each([
  '.git/HEAD',
  '../outside',
  'd/../../outside',
  '\\x2e\\x2e/outside',
  'd\\x2f..\\x2f../outside',
  '/outside',
  '',
])('a step with the path %j is ignored', (path) => {
  const { tree, undo } = setUp((each) => {
    each.write('.git/HEAD', 'x');
    each.write('d/file', 'x');
    writeFileSync(join(each.base, 'outside'), 'x');
  });
  const before = readTree(tree.root);
  const created = { path, before: null, after: { kind: 'file', hash: X_HASH, size: 1, mode: 0o644 } } as const;
  expect(undo([created])).toEqual({ step: [], conflicts: [], skipped: [] });
  expect([readTree(tree.root), readFileSync(join(tree.base, 'outside'), 'utf8')]).toEqual([before, 'x']);
});

test('only one process restores at a time, and an interrupted restore has to be finished first', () => {
  let left = 8;
  const { tree, engine, during } = setUp(
    (each) => {
      each.write('a', 'one');
    },
    () => {
      left -= 1;
      if (left === 0) throw new RangeError('stopped');
    },
  );
  const changes = during(() => {
    tree.write('a', 'two');
  });
  const plan = engine.plan(changes, 'before');
  expect(() => engine.restore(plan)).toThrow('stopped');
  expect(() => engine.restore(plan)).toThrow('An earlier restore of files was interrupted');
  expect(engine.resume()).toMatchObject({ step: [{ path: 'a' }], conflicts: [], skipped: [] });
  expect(engine.resume()).toBeNull();
  expect([tree.read('a'), existsSync(tree.at('a'))]).toEqual(['one', true]);
});
