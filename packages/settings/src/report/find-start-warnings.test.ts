import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findStartWarnings } from './find-start-warnings.ts';
import { openSettings } from '../resolve/open-settings.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bowline-warnings-'));
  mkdirSync(join(home, '.gemini'));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

function warn(text: string): readonly string[] {
  writeFileSync(join(home, '.gemini/settings.json'), text);
  const settings = openSettings({ env: {}, home, bowlineHome: join(home, '.bowline') });
  return findStartWarnings(settings, home).lines.map((line) => line.replaceAll(home, '~'));
}

test('an unknown key is reported with a suggestion, in Gemini CLI’s files too', () => {
  expect(warn('{ "modle": {},\n "wholly": { "unlike": 1 } }')).toEqual([
    '~/.gemini/settings.json:1: unknown setting modle. Did you mean model?',
    '~/.gemini/settings.json:2: unknown setting wholly. Run bowline settings list --all to list the settings',
  ]);
});

test('a file with many unknown keys gets four lines', () => {
  const lines = warn(JSON.stringify(Object.fromEntries(['q1', 'q2', 'q3', 'q4', 'q5'].map((key) => [key, 1]))));
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toBe('~/.gemini/settings.json: 2 more warnings. To list them: bowline settings ignored');
});

test('a key of Gemini CLI without effect is not reported', () => {
  expect(warn('{ "ui": { "hideTips": true }, "telemetry": {}, "general": { "enableAutoUpdate": true } }')).toEqual([]);
});
