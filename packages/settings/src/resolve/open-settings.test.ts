import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrust } from '@bowline/guard';
import { explainSetting } from './explain-setting.ts';
import { openPersonalTrust, openSettings, type OpenedSettings, type SettingsInputs } from './open-settings.ts';
import { requireSettings } from './settings-error.ts';
import { showSetting } from './show-setting.ts';

let root: string;
let env: Record<string, string>;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-settings-')));
  mkdirSync(at('work'));
  mkdirSync(at('home'));
  env = {
    GEMINI_CLI_SYSTEM_SETTINGS_PATH: at('etc/gemini/settings.json'),
    BOWLINE_SYSTEM_SETTINGS: at('etc/ours/settings.json'),
  };
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const at = (path: string): string => join(root, path);

function write(path: string, value: unknown): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), typeof value === 'string' ? value : JSON.stringify(value));
}

function open(more: Partial<SettingsInputs> = {}): OpenedSettings {
  return openSettings({
    env,
    home: at('home'),
    bowlineHome: at('home/.bowline'),
    workspace: at('work'),
    isTrusted: true,
    ...more,
  });
}

const places = [
  'etc/gemini/system-defaults.json',
  'etc/ours/system-defaults.json',
  'home/.gemini/settings.json',
  'home/.agents/settings.json',
  'home/.bowline/settings.json',
  'work/.gemini/settings.json',
  'work/.agents/settings.json',
  'work/.bowline/settings.json',
  'etc/gemini/settings.json',
  'etc/ours/settings.json',
];

test('each file overrides the ones before it, and the environment and flags override all files', () => {
  for (const [n, place] of places.entries()) {
    write(place, { model: { name: `m${n}` } });
    const { value, from, overrode } = explainSetting(open(), 'model.name');
    expect([value, from[0]?.source, overrode.length]).toEqual([`m${n}`, at(place), n + 1]);
  }
  env['GEMINI_MODEL'] = 'from-gemini';
  expect(open().values['model.name']).toBe('from-gemini');
  env['BOWLINE_MODEL'] = 'from-ours';
  expect(explainSetting(open(), 'model.name').from).toMatchObject([{ value: 'from-ours', source: '$BOWLINE_MODEL' }]);
  const flags = { 'model.name': { flag: '-m', value: 'from-flag' } };
  expect(explainSetting(open({ flags }), 'model.name').from).toMatchObject([{ value: 'from-flag', source: '-m' }]);
});

test('an invalid environment variable is reported by name', () => {
  env['BOWLINE_APPROVAL_MODE'] = 'yolo';
  expect(() => {
    requireSettings(open());
  }).toThrow(/^\$BOWLINE_APPROVAL_MODE: general\.defaultApprovalMode must be one of/);
});

test('no file in a folder is opened before it is trusted', () => {
  // Opening a folder as a file fails, which would show up as a problem.
  for (const name of ['.gemini', '.agents', '.bowline'])
    mkdirSync(at(`work/${name}/settings.json`), { recursive: true });
  expect(open().problems).toHaveLength(3);
  const untrusted = open({ isTrusted: false });
  expect([untrusted.problems, untrusted.trust?.isTrusted]).toEqual([[], false]);
  expect(untrusted.layers.some(({ level }) => level === 'workspace')).toBe(false);
});

test('a folder cannot trust itself', () => {
  write('work/.gemini/settings.json', { security: { folderTrust: { enabled: false } }, model: { name: 'evil' } });
  const { trust, values } = open({ isTrusted: false });
  expect([trust?.isTrusted, values['model.name']]).toEqual([false, 'pro']);
});

test('with folder trust disabled, every folder is trusted unless it was explicitly distrusted', () => {
  write('home/.gemini/settings.json', { security: { folderTrust: { enabled: false } } });
  write('work/.gemini/settings.json', { model: { name: 'flash' } });
  const { trust, values } = open({ isTrusted: false });
  expect([trust?.isTrusted, trust?.source, values['model.name']]).toEqual([
    true,
    at('home/.gemini/settings.json'),
    'flash',
  ]);
  const roots = { env, home: at('home'), bowlineHome: at('home/.bowline') };
  expect(openPersonalTrust(roots).of(at('work')).isTrusted).toBe(true);
  openTrust(roots).add(at('work'), 'DO_NOT_TRUST');
  expect(open({ isTrusted: false }).trust?.isTrusted).toBe(false);
});

test('in the home folder, the files are the user’s own and are read once', () => {
  write('home/.gemini/settings.json', { context: { includeDirectories: ['/a'] } });
  const { values } = open({ workspace: at('home') });
  expect(values['context.includeDirectories']).toEqual(['/a']);
});

test('project settings can use the variables that commands get, and user settings can use all', () => {
  env['HOME'] = '/home/kim';
  env['SECRET_TOKEN'] = 'hush';
  const text = { model: { name: '$HOME/${SECRET_TOKEN:-none}/$SECRET_TOKEN' } };
  write('work/.gemini/settings.json', text);
  expect(open().values['model.name']).toBe('/home/kim/none/$SECRET_TOKEN');
  const notices = open().layers.flatMap((layer) => layer.notices);
  expect(notices).toMatchObject([{ hint: expect.stringContaining('your own settings') as string }]);
  rmSync(at('work/.gemini'), { recursive: true });
  write('home/.gemini/settings.json', text);
  expect(open().values['model.name']).toBe('/home/kim/hush/hush');
});

test('the shown value hides headers and variables that may hold keys', () => {
  env['SECRET_TOKEN'] = 'hush';
  env['LANG'] = 'C';
  write('home/.bowline/settings.json', {
    model: { name: '$SECRET_TOKEN-$LANG' },
    providers: {
      own: { kind: 'openai-compatible', baseUrl: 'https://own.test', headers: { 'x-key': 'literal-hush' } },
    },
  });
  const settings = open();
  expect(settings.values['model.name']).toBe('hush-C');
  expect(showSetting(explainSetting(settings, 'model.name'), env).value).toBe('$SECRET_TOKEN-C');
  const shown = JSON.stringify(
    (['model.name', 'providers'] as const).map((key) => {
      const { value, from, overrode } = showSetting(explainSetting(settings, key), env);
      return [value, from.map((voice) => voice.value), overrode.map((voice) => voice.value)];
    }),
  );
  expect(shown).toContain('x-key');
  expect(shown).not.toContain('hush');
});

test('a damaged trust file is a problem, and no folder is trusted', () => {
  write('home/.bowline/trusted-folders.json', '{');
  write('work/.gemini/settings.json', { model: { name: 'evil' } });
  const { trust, problems, values } = open({ isTrusted: false });
  expect([trust, values['model.name']]).toEqual([undefined, 'pro']);
  expect(problems).toMatchObject([{ file: at('home/.bowline/trusted-folders.json') }]);
});
