import type { Part } from '@google/genai';
import type { ContextEntry } from '@bowline/context';
import { mediaPrint } from '@bowline/models';
import type { AgentErrorDetails } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { planSetAside, type SetAside } from './plan-set-aside.ts';

const inline = (data: string, mimeType = 'image/png'): Part => ({ inlineData: { data, mimeType } });
const linked = (fileUri: string): Part => ({ fileData: { fileUri } });
const text: Part = { text: 'see' };

/** An entry of one record. All parts except text can be left out. */
const entry = (seq: number, ...parts: Part[]): ContextEntry => ({
  first: seq,
  last: seq,
  content: { role: 'user', parts },
  tokens: 1,
  results: [],
  media: parts.flatMap((part, at) => (part.text === undefined ? [{ at, part: at }] : [])),
});

const entries = [
  entry(2, text, inline('a'), inline('b', 'image/bmp')),
  entry(5, text),
  entry(7, linked('https://a.test/c'), inline('d', 'application/pdf'), text),
];

test.each<[string, AgentErrorDetails, SetAside]>([
  ['the newest part if none is named', {}, { record: 7, part: 1, kind: 'PDF' }],
  ['the part named by its data', { media: mediaPrint('a') }, { record: 2, part: 1, kind: 'image' }],
  ['the part named by its URL', { media: mediaPrint('https://a.test/c') }, { record: 7, part: 0, kind: 'file' }],
  ['the part named by its type', { mimeType: 'image/bmp' }, { record: 2, part: 2, kind: 'image' }],
  [
    'the part named by its data rather than by its type',
    { media: mediaPrint('a'), mimeType: 'image/bmp' },
    { record: 2, part: 1, kind: 'image' },
  ],
  ['the newest part if the named one is missing', { media: 'x', mimeType: 'y/z' }, { record: 7, part: 1, kind: 'PDF' }],
])('a rejected request leaves out %s', (_, named, chosen) => {
  expect(planSetAside(entries, named)).toEqual(chosen);
});

test('a rejected request that contains only text leaves out nothing', () => {
  expect(planSetAside([], {})).toBeUndefined();
  expect(planSetAside([entry(2, text)], { mimeType: 'image/png' })).toBeUndefined();
});
