import { expect, test } from 'vitest';
import { cheaperModel } from './cheaper-model.ts';

test.each([
  ['gemini-2.5-pro', 'gemini-2.5-flash'],
  ['gemini-2.5-flash', 'gemini-2.5-flash-lite'],
  ['gemini-3.1-pro-preview', 'gemini-3-flash-preview'],
  ['gemini-2.5-flash-lite', undefined],
  ['anthropic/claude-haiku-5-5', undefined],
  ['unknown/without-a-price', undefined],
])('instead of %s, %s is offered', (model, other) => {
  expect(cheaperModel(model, {})).toBe(other);
});

test('without a family, the next cheaper one of the same provider is offered', () => {
  const other = cheaperModel('anthropic/claude-opus-5', {});
  expect(other).toMatch(/^anthropic\/claude-(?:opus|sonnet)-/);
  expect(cheaperModel('anthropic/claude-opus-5', {})).not.toBe('anthropic/claude-opus-5');
});
