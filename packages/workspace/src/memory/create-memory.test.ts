import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMemory } from './create-memory.ts';

const strip = (text: string): string => text.replaceAll('\u200B', '');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('keeps facts in a file, each once', async () => {
  const memory = createMemory(join(folder, 'home'), strip);
  expect([await memory.save('a'), await memory.save('b'), await memory.save('a\u200B')]).toEqual([true, true, false]);
  expect(readFileSync(memory.path, 'utf8')).toBe('## Remembered by Bowline\n\n- a\n- b\n');
});

test('keeps a file that is a link', async () => {
  writeFileSync(join(folder, 'real.md'), 'mine\n');
  symlinkSync('real.md', join(folder, 'AGENTS.md'));
  await createMemory(folder, strip).save('a');
  expect(readlinkSync(join(folder, 'AGENTS.md'))).toBe('real.md');
  expect(readFileSync(join(folder, 'real.md'), 'utf8')).toContain('mine\n');
});

test('rejects if the file cannot be written', async () => {
  mkdirSync(join(folder, 'AGENTS.md'));
  await expect(createMemory(folder, strip).save('a')).rejects.toMatchObject({ details: { errno: 'EISDIR' } });
});
