import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findStartWarnings } from './find-start-warnings.ts';
import { openSettings } from './open-settings.ts';

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
  return findStartWarnings(settings, home).map((each) => each.text.replaceAll(home, '~'));
}

test('a key that nobody knows is told of Gemini CLI’s files too, with what was probably meant', () => {
  expect(warn('{ "modle": {},\n "wholly": { "unlike": 1 } }')).toEqual([
    '~/.gemini/settings.json:1: there is no setting modle (did you mean model?)',
    '~/.gemini/settings.json:2: there is no setting wholly (bowline settings list shows what there is)',
  ]);
});

test('a file with many of them is told in four lines', () => {
  const lines = warn(JSON.stringify(Object.fromEntries(['q1', 'q2', 'q3', 'q4', 'q5'].map((key) => [key, 1]))));
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toBe('~/.gemini/settings.json: 2 more warnings (bowline doctor lists them)');
});

test('a key that Gemini CLI knows and nothing is lost by is not told', () => {
  expect(warn('{ "ui": { "hideTips": true }, "telemetry": {}, "general": { "enableAutoUpdate": true } }')).toEqual([]);
});
