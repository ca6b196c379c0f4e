import type { Context, LlmResponse } from '@google/adk';
import type { Finding } from '@bowline/protocol';
import { describe, expect, test } from 'vitest';
import { SafetyFilter } from './safety-filter.ts';

const SECRET = 'hunter2-hunter2';
const HIDDEN = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069]/gu;
const tags = '\u{E0068}\u{E0069}';
const callbackContext = {} as Context;

/** A filter and its findings. */
function open(): { readonly filter: SafetyFilter; readonly told: Finding[] } {
  const told: Finding[] = [];
  const screen = {
    strip: (text: string) => text.replace(HIDDEN, ''),
    redact: (text: string) => text.replaceAll(SECRET, '[redacted]'),
  };
  return { filter: new SafetyFilter(screen, (finding) => told.push(finding)), told };
}

async function receive(filter: SafetyFilter, llmResponse: LlmResponse): Promise<LlmResponse> {
  expect(await filter.afterModelCallback({ callbackContext, llmResponse })).toBeUndefined();
  return llmResponse;
}

describe('model output', () => {
  test('is screened in deltas without findings, and in the complete answer with findings', async () => {
    const { filter, told } = open();
    const delta = await receive(filter, {
      content: { role: 'model', parts: [{ text: `a${tags} ${SECRET}` }] },
      partial: true,
    });
    expect(delta).toEqual({ content: { role: 'model', parts: [{ text: 'a [redacted]' }] }, partial: true });
    expect(told).toEqual([]);
    const call = { functionCall: { name: 'x', args: { a: tags } } };
    const whole = await receive(filter, {
      content: { role: 'model', parts: [{ text: `a${tags} ${SECRET}`, thoughtSignature: 's' }, call] },
      partial: false,
      turnComplete: true,
    });
    expect(whole).toEqual({
      content: { role: 'model', parts: [{ text: 'a [redacted]', thoughtSignature: 's' }, call] },
      partial: false,
      turnComplete: true,
    });
    expect(told).toEqual([
      { check: 'hidden_text', severity: 'warning', message: "hidden characters removed from the model's answer" },
      { check: 'secret', severity: 'warning', message: "a secret removed from the model's answer" },
    ]);
  });

  test('loses a secret split across deltas in the complete answer', async () => {
    const { filter } = open();
    const deltas = [SECRET.slice(0, 5), SECRET.slice(5)];
    const shown = [];
    for (const text of deltas) {
      const { content } = await receive(filter, { content: { role: 'model', parts: [{ text }] }, partial: true });
      shown.push(content?.parts?.[0]?.text);
    }
    expect(shown).toEqual(deltas);
    const { content } = await receive(filter, { content: { role: 'model', parts: [{ text: deltas.join('') }] } });
    expect(content?.parts).toEqual([{ text: '[redacted]' }]);
  });

  test('is unchanged if there is nothing to remove, and if there is no content', async () => {
    const { filter } = open();
    const content = { role: 'model', parts: [{ text: 'fine' }] };
    expect((await receive(filter, { content })).content).toBe(content);
    expect(await receive(filter, { errorCode: 'MODEL_QUOTA' })).toEqual({ errorCode: 'MODEL_QUOTA' });
    const nothing = await receive(filter, { content: { role: 'model', parts: [{ text: tags }] }, partial: true });
    expect(nothing.content?.parts).toEqual([{ text: '' }]);
  });
});
