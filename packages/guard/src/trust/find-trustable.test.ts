import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findTrustable } from './find-trustable.ts';

it('lists what trust would activate, and nothing for an empty folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-trustable-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  expect(findTrustable(folder)).toEqual([]);
  writeFileSync(join(folder, 'AGENTS.md'), 'x');
  mkdirSync(join(folder, '.gemini', 'policies'), { recursive: true });
  writeFileSync(join(folder, '.gemini', 'settings.json'), '{}');
  expect(findTrustable(folder)).toEqual(['AGENTS.md', '.gemini/settings.json', '.gemini/policies']);
});
