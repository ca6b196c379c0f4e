import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requireKey, writeSetting, type SettingChanged } from './write-setting.ts';
import type { SettingKey } from '../keys/setting-slices.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bowline-settings-'));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const path = (): string => join(home, 'settings.json');
const text = (): string => readFileSync(path(), 'utf8');
const write = (content: string): void => {
  writeFileSync(path(), content);
};
const set = (key: SettingKey, value?: string): SettingChanged => writeSetting({ key, text: value, bowlineHome: home });

test.each([
  ['{\n  "model": {\n    "name": "flash"\n  }\n}\n', '{}\n'],
  ['{ "model": { "name": "flash" }, "ui": {} }\n', '{ "ui": {} }\n'],
  ['{ "model": { "name": "flash", "maxSessionTurns": 1 } }\n', '{ "model": { "maxSessionTurns": 1 } }\n'],
])('removing the only setting of a group removes the group: %j', (before, after) => {
  write(before);
  set('model.name');
  expect(JSON.parse(text())).toEqual(JSON.parse(after));
});

test('a missing file is created for its owner only', () => {
  rmSync(home, { recursive: true });
  expect(set('model.name', 'flash')).toEqual({ path: path(), value: 'flash', wasThere: false });
  expect(text()).toBe('{\n  "model": {\n    "name": "flash"\n  }\n}\n');
  expect(statSync(path()).mode & 0o777).toBe(0o600);
});

test('comments, order, indentation and everything else are kept', () => {
  write('{\n    // the model\n    "model": { "name": "pro" }, // for now\n    "ui": { "theme": "x" },\n}\n');
  set('model.name', 'flash');
  expect(text()).toBe(
    '{\n    // the model\n    "model": { "name": "flash" }, // for now\n    "ui": { "theme": "x" },\n}\n',
  );
  set('tools.exclude', '["web_fetch"]');
  expect(text()).toContain('    "tools": {\n        "exclude": [\n            "web_fetch"\n        ]\n    }');
  expect(text()).toContain('// the model');
});

test('a setting can be removed again, and removing a missing one writes nothing', () => {
  write('{ "model": { "name": "pro", "maxSessionTurns": 3 } }\n');
  expect(set('model.name').wasThere).toBe(true);
  expect(JSON.parse(text())).toEqual({ model: { maxSessionTurns: 3 } });
  const before = statSync(path()).ino;
  expect(set('model.name').wasThere).toBe(false);
  expect(statSync(path()).ino).toBe(before);
});

test.each<[SettingKey, string, unknown]>([
  ['model.maxSessionTurns', '-1', -1],
  ['tools.useRipgrep', 'false', false],
  ['context.fileName', 'AGENTS.md', 'AGENTS.md'],
  ['context.fileName', '["AGENTS.md", "GEMINI.md"]', ['AGENTS.md', 'GEMINI.md']],
  ['model.name', '$MODEL', '$MODEL'],
  ['model.name', '4', '4'],
])('setting %s to %s writes the intended type', (key, typed, written) => {
  expect(set(key, typed).value).toEqual(written);
  const [group = '', name = ''] = key.split('.');
  expect(JSON.parse(text())).toEqual({ [group]: { [name]: written } });
});

describe('does not write', () => {
  test.each<[SettingKey, string, string]>([
    ['model.maxSessionTurns', 'many', 'model.maxSessionTurns'],
    ['tools.useRipgrep', 'maybe', 'must be true or false'],
    ['general.defaultApprovalMode', 'yolo', 'must be one of'],
    ['tools.exclude', '[3]', 'tools.exclude.0 must be a string'],
    ['model.name', ' ', 'Missing value for model.name'],
  ])('%s %s', (key, typed, message) => {
    expect(() => set(key, typed)).toThrow(message);
    expect(existsSync(path())).toBe(false);
  });

  test('to an invalid file, and reports its line', () => {
    write('{\n  "model": {}\n  "tools": {}\n}');
    expect(() => set('model.name', 'x')).toThrow(`${path()}:3: missing comma`);
    expect(text()).toContain('  "model": {}\n  "tools"');
  });

  test('a key that occurs twice', () => {
    write('{ "model": { "name": "a" }, "model": { "name": "b" } }');
    expect(() => set('model.name', 'c')).toThrow('more than once');
  });

  test('a setting that is ignored in project settings', () => {
    expect(() => writeSetting({ key: 'providers', text: '{}', folder: home, bowlineHome: home })).toThrow(
      'providers is ignored in project settings',
    );
  });
});

test('project settings are readable by everyone', () => {
  const changed = writeSetting({ key: 'model.name', text: 'flash', folder: home, bowlineHome: '/nowhere' });
  expect(changed.path).toBe(join(home, '.bowline', 'settings.json'));
  expect(statSync(changed.path).mode & 0o777).toBe(0o644);
});

test('a link stays a link, the mode stays the same, and no temporary file remains', () => {
  const real = join(home, 'dotfiles', 'bowline.json');
  mkdirSync(dirname(real));
  writeFileSync(real, '{}');
  chmodSync(real, 0o640);
  symlinkSync(real, path());
  set('model.name', 'flash');
  expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual({ model: { name: 'flash' } });
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(readdirSync(home).toSorted()).toEqual(['dotfiles', 'settings.json']);
  expect(readdirSync(dirname(real))).toEqual(['bowline.json']);
});

test.each([
  ['model.nmae', 'Unknown setting: model.nmae', 'Did you mean model.name?'],
  ['output.format', 'Bowline ignores the Gemini CLI setting output.format for now', 'use -o json'],
  ['privacy.usageStatisticsEnabled', 'Bowline ignores the Gemini CLI setting', 'Bowline collects nothing'],
  ['wholly.unlike', 'Unknown setting: wholly.unlike', 'bowline settings list --all'],
])('%s is rejected with a reason', (name, message, hint) => {
  try {
    requireKey(name);
    expect.unreachable();
  } catch (thrown) {
    expect(thrown).toMatchObject({
      message: expect.stringContaining(message) as string,
      hint: expect.stringContaining(hint) as string,
    });
  }
});
