import { expect, test } from 'vitest';
import { citeSources } from './cite-sources.ts';

const chunk = (title: string) => ({ web: { title, uri: `https://${title}/` } });
const support = (endIndex: number, ...groundingChunkIndices: number[]) => ({
  segment: { endIndex },
  groundingChunkIndices,
});

test('places marks after the text they support, even after multi-byte characters', () => {
  const grounding = {
    groundingChunks: [chunk('a'), chunk('b')],
    groundingSupports: [support(16, 0, 1), support(8, 1)],
  };
  expect(citeSources('Größe. Länge. Ende', grounding)).toEqual({
    text: 'Größe.[2] Länge.[1][2] Ende',
    sources: [
      { title: 'a', url: 'https://a/' },
      { title: 'b', url: 'https://b/' },
    ],
  });
});

test('places a mark beyond the text at its end, and omits marks of missing sources', () => {
  const grounding = { groundingChunks: [chunk('a')], groundingSupports: [support(99, 0, 7), support(1, 5)] };
  expect(citeSources('text', grounding).text).toBe('text[1]');
});

test('an answer without grounding has no sources', () => {
  expect(citeSources('text', {})).toEqual({ text: 'text', sources: [] });
});
