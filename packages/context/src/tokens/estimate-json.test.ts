import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { estimateJson } from './estimate-json.ts';
import { estimateTokens } from './estimate-tokens.ts';
import type { TokenFamily } from './token-family.ts';

interface Json {
  readonly shape: string;
  readonly text: string;
  readonly counts: Readonly<Record<Exclude<TokenFamily, 'anthropic'>, number>>;
}

const { texts } = JSON.parse(readFileSync(new URL('../../fixtures/recorded-counts.json', import.meta.url), 'utf8')) as {
  readonly texts: readonly Json[];
};
const compact = texts.filter(({ shape, text }) => shape === 'json' && /^[[{]"|^\[\{"/.test(text) && isOne(text));

function isOne(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

test('estimates a value close to a tokenizer', () => {
  expect(compact.length).toBeGreaterThanOrEqual(3);
  for (const { text, counts } of compact) {
    for (const family of ['gemini', 'openai', 'anthropic-before-4.7', 'other'] as const) {
      const ratio = estimateJson(JSON.parse(text), family) / counts[family];
      expect(ratio).toBeGreaterThan(0.85);
      expect(ratio).toBeLessThan(1.2);
    }
  }
});

test('estimates a long text in a value like the text itself, without escapes', () => {
  const output = 'const a = 1;\n\tif (a) {\n\t\treturn "b";\n\t}\n'.repeat(200);
  const alone = estimateTokens(output, 'gemini');
  expect(estimateJson({ output }, 'gemini') - alone).toBeLessThan(6);
});

test.each([
  [undefined, 0],
  [null, 1],
  [true, 1],
  [[], 1],
  [{}, 1],
  [{ left: undefined }, 1],
])('estimates %j as %d', (value, tokens) => {
  expect(estimateJson(value, 'gemini')).toBe(tokens);
});
