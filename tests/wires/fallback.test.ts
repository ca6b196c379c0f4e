import { createMessage } from '@bowline/protocol';
import { all, answer, type WireName } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { callingStep, createLooks, picture, PIXEL, sayingStep, signatures } from './one-turn.ts';
import { toSentLines } from './sent-lines.ts';
import {
  openWiredSession,
  wiredModels,
  type WiredName,
  type WiredOptions,
  type WiredSession,
} from './wired-session.ts';

const daily = answer.quota({ quotaId: 'GenerateRequestsPerDayPerProjectPerModel', retryDelay: '36000s' });
const history = [
  'user: What is this?',
  `image: data:image/png;base64,${PIXEL}`,
  'model: I look.',
  'call 1: look_left {"at":"a"}',
  'call 2: look_right {"at":"b"}',
  'result 1: seen a',
  'result 2: seen b',
];

async function open(script: Parameters<typeof openWiredSession>[0], options: WiredOptions): Promise<WiredSession> {
  const tools = { isBuiltIn: false, own: createLooks() };
  const wired = await openWiredSession(script, { thinks: true, tools, ...options });
  onTestFinished(wired.close);
  return wired;
}

const sentTo = ({ server }: WiredSession, wire: WireName): readonly (readonly string[])[] =>
  server.requests.filter((request) => request.wire === wire).map(({ body }) => toSentLines(wire, body));

test.each<WiredName>(['responses', 'anthropic', 'chat', 'compatible'])(
  'a turn started with Gemini continues over %s with its history, without the signatures of Gemini',
  async (name) => {
    const { model, wire } = wiredModels[name];
    const wired = await open([callingStep, daily, sayingStep('Both seen.'), sayingStep('Nothing more.')], {
      model: 'pro',
      aliases: { 'gemini-3.5-flash': model },
    });
    const first = await all(wired.session.sendStream(picture));
    expect(first.at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });
    await all(wired.session.sendStream(createMessage('And?')));
    expect(wired.server.requests.map((request) => request.wire)).toEqual(['gemini', 'gemini', wire, wire]);
    expect(sentTo(wired, wire)).toEqual([history, [...history, 'model: Both seen.', 'user: And?']]);
    const bodies = JSON.stringify(wired.server.requests.slice(2).map(({ body }) => body));
    for (const signature of Object.values(signatures)) expect(bodies).not.toContain(signature);
    expect(wired.server.faults).toEqual([]);
  },
);

test.each<WiredName>(['responses', 'anthropic', 'compatible'])(
  'signatures of %s are not sent to Gemini, and are sent again when the session returns',
  async (name) => {
    const { model, wire } = wiredModels[name];
    const wired = await open([callingStep, sayingStep('Both seen.'), sayingStep('By Gemini.'), sayingStep('Back.')], {
      model,
    });
    await all(wired.session.sendStream(picture));
    await wired.session.send({ update: { model: wiredModels.gemini.model } });
    await all(wired.session.sendStream(createMessage('And?')));
    await wired.session.send({ update: { model } });
    await all(wired.session.sendStream(createMessage('Sure?')));
    expect(wired.server.requests.map((request) => request.wire)).toEqual([wire, wire, 'gemini', wire]);
    const [, , toGemini, back] = wired.server.requests.map(({ body }) => JSON.stringify(body));
    expect(sentTo(wired, 'gemini')).toEqual([[...history, 'model: Both seen.', 'user: And?']]);
    expect(toGemini).not.toMatch(/bowline:|c2ln/);
    expect(back).toContain(name === 'compatible' ? signatures.call : signatures.thought);
    expect(sentTo(wired, wire).at(-1)).toContain('thought: Two places to look.');
    expect(wired.server.faults).toEqual([]);
  },
);

test('a model selected by name has no fallback', async () => {
  const wired = await open([daily], {
    model: wiredModels.gemini.model,
    aliases: { 'gemini-3.5-flash': 'openai/gpt-5' },
  });
  const events = await all(wired.session.sendStream(createMessage('go')));
  expect(events.at(-1)).toMatchObject({ type: 'agent_end', reason: 'failed' });
  expect(wired.server.requests).toHaveLength(1);
});
