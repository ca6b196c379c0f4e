import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listGeminiFolders } from './gemini-folders.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bowline-folders-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function touch(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
}

const found = (owner: 'user' | 'workspace' = 'user'): readonly unknown[] =>
  listGeminiFolders(root, owner).map(({ kind, names }) => [kind, ...names]);

test('items have the names that Gemini CLI gives them, and other files are ignored', () => {
  touch('.gemini/extensions/tidy/gemini-extension.json', '.gemini/extensions/linked/.gemini-extension-install.json');
  touch('.gemini/extensions/extension-enablement.json', '.gemini/extensions/broken/readme.md');
  touch('.gemini/commands/fix.toml', '.gemini/commands/git/deep/commit.toml', '.gemini/commands/notes.md');
  touch('.gemini/skills/pdf/SKILL.md', '.gemini/skills/empty/readme.md', '.agents/skills/web/SKILL.md');
  touch('.gemini/agents/reviewer.md', '.gemini/agents/_draft.md', '.gemini/agents/notes.txt');
  expect(found()).toEqual([
    ['extensions', 'linked', 'tidy'],
    ['commands', '/fix', '/git:deep:commit'],
    ['skills', 'pdf'],
    ['skills', 'web'],
    ['agents', 'reviewer'],
  ]);
  expect(found('workspace').map((row) => (row as string[])[0])).toEqual(['commands', 'skills', 'skills', 'agents']);
});

test('folders that are missing, empty or actually files contain nothing', () => {
  expect(found()).toEqual([]);
  mkdirSync(join(root, '.gemini/commands/empty'), { recursive: true });
  touch('.gemini/skills', '.gemini/agents', '.gemini/extensions');
  expect(found()).toEqual([]);
});

test('a circular link is not followed, and a linked skill counts', () => {
  touch('.gemini/commands/fix.toml', 'elsewhere/SKILL.md');
  symlinkSync(join(root, '.gemini/commands'), join(root, '.gemini/commands/again'));
  mkdirSync(join(root, '.gemini/skills'));
  symlinkSync(join(root, 'elsewhere'), join(root, '.gemini/skills/linked'));
  expect(found()).toEqual([
    ['commands', '/fix'],
    ['skills', 'linked'],
  ]);
});

test('the search stops in a folder with too many subfolders', () => {
  for (let n = 100; n < 300; n += 1) touch(`.gemini/commands/f${n}/x.toml`);
  const [commands = []] = found() as string[][];
  expect(commands.length).toBeLessThan(60);
});
