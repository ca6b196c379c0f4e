import { expect, test } from 'vitest';
import { formerKeys, geminiKeys } from './gemini-keys.ts';
import { findGeminiKey, guessKey, isGroup } from './known-keys.ts';
import { isSettingKey, settingKeys } from './setting-slices.ts';

const SANDBOX = ['security.sandbox', 'security.sandboxHosts', 'security.sandboxCredentials'];
const SCREEN = ['ui.glyphs', 'ui.motion'];
const OURS = ['providers', 'prices', 'webSearch', 'web.allowedHosts', ...SANDBOX, ...SCREEN];

test('the Gemini CLI table marks exactly the keys that have an effect as supported', () => {
  const supported = geminiKeys.filter(({ state }) => state === 'supported' || state === 'different');
  const named = supported.map(({ key }) => key);
  expect([...named, ...OURS, 'approval.preview'].toSorted()).toEqual([...settingKeys].toSorted());
});

test('each key is in the table once, and every different one has a note', () => {
  const keys = geminiKeys.map(({ key }) => key);
  expect(keys.length).toBe(new Set(keys).size);
  for (const { key, state, note = '' } of geminiKeys) if (state === 'different') expect(note, key).not.toBe('');
});

test('the current name of every former key is a known key', () => {
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
])('%s is the Gemini CLI key %s', (key, known) => {
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
])('%s suggests %s', (wrong, meant) => {
  expect(guessKey(wrong)).toBe(meant);
});
