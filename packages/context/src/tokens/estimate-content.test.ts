import type { Part } from '@google/genai';
import { describe, expect, test } from 'vitest';
import { estimateContent } from './estimate-content.ts';
import { estimateJson } from './estimate-json.ts';
import { estimateTokens } from './estimate-tokens.ts';

const cost = (...parts: Part[]): number => estimateContent({ role: 'user', parts }, 'gemini');
const nothing = cost();
const text = 'Please look at the failing test and say what is wrong with it.';
const base64 = (bytes: number): string => 'A'.repeat((bytes * 4) / 3);

describe('a content', () => {
  test('without parts still has overhead', () => {
    expect(nothing).toBe(4);
    expect(estimateContent({}, 'gemini')).toBe(4);
  });

  test('counts its text and its thoughts', () => {
    expect(cost({ text })).toBe(nothing + estimateTokens(text, 'gemini'));
    expect(cost({ text, thought: true })).toBe(cost({ text }));
    expect(cost({ text }, { text })).toBeGreaterThan(cost({ text }));
  });

  test('counts the names and arguments of its calls', () => {
    const args = { file_path: 'src/a.ts', limit: 20 };
    const tokens = cost({ functionCall: { id: 'c1', name: 'read_file', args } }) - nothing;
    expect(Math.abs(tokens - estimateTokens('read_file', 'gemini') - estimateJson(args, 'gemini'))).toBeLessThanOrEqual(
      1,
    );
    expect(cost({ functionCall: {} })).toBeLessThanOrEqual(nothing + 1);
  });

  test('counts the results of its calls, including files', () => {
    const functionResponse = { id: 'c1', name: 'shell', response: { output: text.repeat(20) } };
    const tokens = cost({ functionResponse });
    expect(tokens).toBeGreaterThan(estimateTokens(text.repeat(20), 'gemini'));
    const picture = { inlineData: { mimeType: 'image/png', data: base64(900) } };
    expect(cost({ functionResponse: { ...functionResponse, parts: [picture] } })).toBe(tokens + 3000);
  });

  test('counts code that the model ran, and its output', () => {
    expect(cost({ executableCode: { code: text } })).toBe(cost({ text }));
    expect(cost({ codeExecutionResult: { output: text } })).toBe(cost({ text }));
  });
});

test.each<[string, Part, number]>([
  ['an image', { inlineData: { mimeType: 'image/png', data: base64(3_000_000) } }, 3000],
  ['an image elsewhere', { fileData: { mimeType: 'image/jpeg', fileUri: 'gs://a/b.jpg' } }, 3000],
  ['a PDF', { inlineData: { mimeType: 'application/pdf', data: base64(90_000) } }, 25_800],
  ['ten seconds of audio', { inlineData: { mimeType: 'audio/mp3', data: base64(160_000) } }, 320],
  ['audio elsewhere', { fileData: { mimeType: 'audio/mp3', fileUri: 'gs://a/b.mp3' } }, 1920],
  ['four seconds of video', { inlineData: { mimeType: 'video/mp4', data: base64(500_000) } }, 1180],
  ['a text as a file', { inlineData: { mimeType: 'text/plain', data: base64(4000 * 3) } }, 3000],
  ['a file of no kind', { fileData: {} }, 3000],
])('counts %s independently of its base64 length', (_, part, tokens) => {
  expect(cost(part) - nothing).toBe(tokens);
});
