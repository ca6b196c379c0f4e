import { expect, test } from 'vitest';
import { formerKeys, geminiKeys } from './gemini-keys.ts';
import { findGeminiKey, guessKey, isGroup } from './known-keys.ts';
import { isSettingKey, settingKeys } from './setting-slices.ts';

const SANDBOX = ['security.sandbox', 'security.sandboxHosts', 'security.sandboxCredentials'];
const OURS = ['providers', 'prices', 'webSearch', 'web.allowedHosts', ...SANDBOX];

test('the table of Gemini CLI says supported of exactly the keys that have an effect', () => {
  const supported = geminiKeys.filter(({ state }) => state === 'supported' || state === 'different');
  const named = supported.map(({ key }) => key);
  expect([...named, ...OURS].toSorted()).toEqual([...settingKeys].toSorted());
});

test('each key is in the table once, and whatever is different or never used says how or why', () => {
  const keys = geminiKeys.map(({ key }) => key);
  expect(keys.length).toBe(new Set(keys).size);
  for (const { key, state, note = '' } of geminiKeys) if (state === 'different') expect(note, key).not.toBe('');
});

test('what an old name is called now is a key that is known', () => {
  for (const key of Object.values(formerKeys))
    expect(isSettingKey(key) || isGroup(key) || findGeminiKey(key) !== undefined, key).toBe(true);
});

test.each([
  ['ui.theme', 'ui.theme'],
  ['ui.showLineNumbers', 'ui'],
  ['hooks.BeforeTool', 'hooks'],
  ['experimental.voice.backend', 'experimental'],
  ['model.nmae', undefined],
  ['nothing', undefined],
])('%s is known to Gemini CLI as %s', (key, known) => {
  expect(findGeminiKey(key)?.key).toBe(known);
});

test.each([
  ['modle', 'model'],
  ['model.nmae', 'model.name'],
  ['tools.excludes', 'tools.exclude'],
  ['disableLoopDetection', 'model.disableLoopDetection'],
  ['contextFileName', 'context.fileName'],
  ['model', 'model.name'],
  ['wholly.unlike', undefined],
])('by %s somebody means %s', (wrong, meant) => {
  expect(guessKey(wrong)).toBe(meant);
});
