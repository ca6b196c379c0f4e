import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { readEntry, statEntry, toStamp } from './read-entry.ts';
import { ScratchTree } from './scratch-tree.ts';

function setUp(): ScratchTree {
  const tree = new ScratchTree();
  onTestFinished(() => {
    tree.remove();
  });
  return tree;
}

test('a file that was just written has no stamp, an older one has', () => {
  const tree = setUp();
  // On a busy machine some time may pass between the two.
  const stamps = Array.from({ length: 50 }, () => {
    tree.write('file', 'x');
    return readEntry(tree.at('file'), 100).stamp;
  });
  expect(stamps).toContain('');
  while (Date.now() - statSync(tree.at('file')).ctimeMs < 25);
  const stats = statEntry(tree.at('file'));
  expect(readEntry(tree.at('file'), 100).stamp).toBe(stats === undefined ? undefined : toStamp(stats));
});

test('reads what is there, and a link is not followed', () => {
  const tree = setUp();
  tree.write('file', 'x');
  mkdirSync(tree.at('folder'), 0o700);
  symlinkSync('file', tree.at('link'));
  const seen = (name: string): unknown => readEntry(tree.at(name), 100).seen;
  expect(seen('file')).toMatchObject({ kind: 'file', size: 1, mode: 0o644 });
  expect(seen('folder')).toEqual({ kind: 'folder', mode: 0o700 });
  expect(seen('link')).toEqual({ kind: 'link', target: 'file' });
  expect([seen('none'), seen('file/none')]).toEqual([null, null]);
  expect(readEntry(tree.at('file'), 0).seen).toEqual({ kind: 'unseen', reason: 'too-large' });
});
