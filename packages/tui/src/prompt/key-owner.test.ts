import { expect, test } from 'vitest';
import { findPastedKey } from './key-owner.ts';

const google = `AIzaSyD-${'x'.repeat(31)}`;

test.each([
  [google, 'gemini'],
  [` ${google}\n`, 'gemini'],
  [`"${google}"`, 'gemini'],
  [`export GEMINI_API_KEY='${google}'`, 'gemini'],
  [`GEMINI_API_KEY=${google};`, 'gemini'],
  [`sk-ant-api03-${'x'.repeat(40)}`, 'anthropic'],
  [`sk-or-v1-${'0'.repeat(64)}`, 'openrouter'],
  [`sk-proj-${'x'.repeat(48)}`, 'openai'],
  ['', null],
  ['sk-learn', null],
  ['AIza', null],
  [`why is ${google} rejected?`, null],
  ['f'.repeat(40), null],
])('%j is a key of %s', (text, owner) => {
  expect(findPastedKey(text)).toBe(owner);
});
