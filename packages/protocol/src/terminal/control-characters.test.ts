import { expect, test } from 'vitest';
import { applyBackspaces } from './apply-backspaces.ts';
import { stripStyles } from './escape-sequences.ts';
import { dropControls, replaceControls, spellUnseen } from './control-characters.ts';

test('dropControls removes control characters, except those that affect lines and styles', () => {
  expect(dropControls('a\u0000b\u0007c\u007Fd\u009Be\tf\ng\rh\bi\u001B[1m')).toBe('abcde\tf\ng\rh\bi\u001B[1m');
});

test('replaceControls replaces every control character', () => {
  expect(replaceControls('a\nb\tc\u001Bd\u0085e', () => '_')).toBe('a_b_c_d_e');
});

test.each([
  ['plain ASCII, größe 日本 नमस्ते', 'plain ASCII, größe 日本 नमस्ते'],
  ['a\u001B]0;b\u0007\u202E', String.raw`a\u{1b}]0;b\u{7}\u{202e}`],
  ['a\nb\u00A0c\u200Bd\u3164e\u2800f', String.raw`a\u{a}b\u{a0}c\u{200b}d\u{3164}e\u{2800}f`],
  ['a=\u0338b', String.raw`a=\u{338}b`],
  ['u\u0308e\u0301\u0302\u0303', `u\u0308e\u0301\u0302${String.raw`\u{303}`}`],
  ['\u{E0041}', String.raw`\u{e0041}`],
])('%j is spelled %j', (text, spelled) => {
  expect(spellUnseen(text)).toBe(spelled);
});

test('applyBackspaces removes visible characters and keeps styles', () => {
  expect(applyBackspaces('ab\b\u001B[1mc\b\bd')).toBe('\u001B[1md');
  expect(applyBackspaces('\b\ba😀\bb')).toBe('ab');
});

test('stripStyles removes styles', () => {
  expect(stripStyles('\u001B[1;38:5:1ma\u001B[0mb')).toBe('ab');
});
