import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { readTree, ScratchTree } from './scratch-tree.ts';
import { SnapshotEngine } from './snapshot-engine.ts';

const CLEAN = { conflicts: [], skipped: [] };
const NON_UTF8 = Buffer.from([0x66, 0xff, 0x67]);
const inRoot = (tree: ScratchTree, name: Buffer): Buffer => Buffer.concat([Buffer.from(`${tree.root}/`), name]);

/** What a command may do to a tree, each with what the tree has before. */
const CASES: Readonly<Record<string, readonly [(tree: ScratchTree) => void, (tree: ScratchTree) => void]>> = {
  'an edited file': [
    (tree) => {
      tree.write('a', 'one');
    },
    (tree) => {
      tree.write('a', 'two');
    },
  ],
  'a new file in a new folder': [
    () => {},
    (tree) => {
      tree.write('new/deep/file', 'x');
    },
  ],
  'a deleted folder': [
    (tree) => {
      tree.write('d/e/f', 'x');
      tree.write('d/g', 'y');
    },
    (tree) => {
      rmSync(tree.at('d'), { recursive: true });
    },
  ],
  'an ignored file': [
    (tree) => {
      tree.write('.gitignore', '*.env\n');
      tree.write('x.env', 'secret');
    },
    (tree) => {
      rmSync(tree.at('x.env'));
    },
  ],
  'binary content': [
    (tree) => {
      tree.write(
        'b',
        Uint8Array.from({ length: 4096 }, (_, at) => at * 7),
      );
    },
    (tree) => {
      tree.write('b', Uint8Array.from([0, 255, 0]));
    },
  ],
  'a changed link': [
    (tree) => {
      symlinkSync('one', tree.at('l'));
    },
    (tree) => {
      rmSync(tree.at('l'));
      symlinkSync('two', tree.at('l'));
    },
  ],
  'a link to bytes that are not UTF-8': [
    (tree) => {
      symlinkSync(NON_UTF8, tree.at('l'));
    },
    (tree) => {
      rmSync(tree.at('l'));
    },
  ],
  'a link that replaces a file': [
    (tree) => {
      tree.write('a', 'one');
    },
    (tree) => {
      rmSync(tree.at('a'));
      symlinkSync('b', tree.at('a'));
    },
  ],
  'a link that replaces a folder': [
    (tree) => {
      tree.write('d/f', 'x');
      tree.write('other/f', 'y');
    },
    (tree) => {
      rmSync(tree.at('d'), { recursive: true });
      symlinkSync('other', tree.at('d'));
    },
  ],
  'a folder that replaces a file': [
    (tree) => {
      tree.write('a', 'one');
    },
    (tree) => {
      rmSync(tree.at('a'));
      tree.write('a/b/c', 'x');
    },
  ],
  'a file that replaces a folder': [
    (tree) => {
      tree.write('a/b/c', 'x');
    },
    (tree) => {
      rmSync(tree.at('a'), { recursive: true });
      tree.write('a', 'one');
    },
  ],
  'a changed mode': [
    (tree) => {
      tree.write('a', 'one');
      mkdirSync(tree.at('d'), 0o755);
    },
    (tree) => {
      chmodSync(tree.at('a'), 0o4755);
      chmodSync(tree.at('d'), 0o700);
    },
  ],
  'an empty folder': [
    (tree) => {
      mkdirSync(tree.at('gone/in'), { recursive: true });
    },
    (tree) => {
      rmSync(tree.at('gone'), { recursive: true });
      mkdirSync(tree.at('new'));
    },
  ],
  'a hard link': [
    (tree) => {
      tree.write('a', 'one');
      linkSync(tree.at('a'), tree.at('b'));
    },
    (tree) => {
      tree.write('b', 'two');
    },
  ],
  'a read-only folder': [
    (tree) => {
      tree.write('d/f', 'x');
      tree.write('d/g', 'y');
      chmodSync(tree.at('d'), 0o555);
    },
    (tree) => {
      chmodSync(tree.at('d'), 0o755);
      rmSync(tree.at('d/f'));
      tree.write('d/g', 'z');
      chmodSync(tree.at('d'), 0o555);
    },
  ],
  'a deleted read-only folder': [
    (tree) => {
      tree.write('d/e/f', 'x');
      chmodSync(tree.at('d/e'), 0o500);
      chmodSync(tree.at('d'), 0o555);
    },
    (tree) => {
      chmodSync(tree.at('d'), 0o755);
      chmodSync(tree.at('d/e'), 0o755);
      rmSync(tree.at('d'), { recursive: true });
    },
  ],
  'a name that is not UTF-8': [
    (tree) => {
      writeFileSync(inRoot(tree, NON_UTF8), 'x');
    },
    (tree) => {
      writeFileSync(inRoot(tree, NON_UTF8), 'y');
      mkdirSync(inRoot(tree, Buffer.from([0x64, 0xfe])));
    },
  ],
  'two names that differ only in normalization': [
    (tree) => {
      tree.write('\u00f1', 'composed');
      tree.write('n\u0303', 'decomposed');
    },
    (tree) => {
      tree.write('\u00f1', 'changed');
      rmSync(tree.at('n\u0303'));
    },
  ],
};

test.each(Object.entries(CASES))('a restore undoes %s, and can be undone itself', (_, [fill, command]) => {
  const tree = new ScratchTree();
  fill(tree);
  const engine = new SnapshotEngine({ root: tree.root, folder: tree.folder });
  onTestFinished(() => {
    engine.close();
    tree.remove();
  });
  engine.look();
  const before = readTree(tree.root);
  command(tree);
  const { changes } = engine.look();
  const after = readTree(tree.root);
  expect(after).not.toEqual(before);
  const restored = engine.restore(engine.plan(changes, 'before'));
  expect(restored).toMatchObject(CLEAN);
  expect(readTree(tree.root)).toEqual(before);
  expect(engine.look().changes).toEqual([]);
  expect(engine.restore(engine.plan(restored.step, 'before'))).toMatchObject(CLEAN);
  expect(readTree(tree.root)).toEqual(after);
  expect(engine.restore(engine.plan(restored.step, 'after'))).toMatchObject(CLEAN);
  expect(readTree(tree.root)).toEqual(before);
});
