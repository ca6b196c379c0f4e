import type { WireName } from '@bowline/testkit';
import { PIXEL, signatures, type PlayedTurns } from './one-turn.ts';
import { wiredModels, type WiredName } from './wired-session.ts';

const counts = '100 in, of which 40 cached; 20 out, and 7 thought';

const asked = ['user: What is this?', `image: data:image/png;base64,${PIXEL}`];
const called = ['model: I look.', 'call 1: look_left {"at":"a"}', 'call 2: look_right {"at":"b"}'];
const answered = ['result 1: seen a', 'result 2: seen b'];
const thought = 'thought: Two places to look.';
const third = [...asked, thought, ...called, ...answered, 'model: Left is a, right is b.', 'user: And?'];

/** The two turns, which must be the same over every wire. */
export const expectedTurns: Omit<PlayedTurns, 'bodies'> = {
  lines: [
    'agent_start',
    'user: What is this?',
    'session_update MODEL',
    '~ (thought) Two places to look.',
    '~ I look.',
    'agent: I look.',
    'usage MODEL 100/20',
    '-> look_left {"at":"a"}',
    '-> look_right {"at":"b"}',
    '<- look_left seen a',
    '<- look_right seen b',
    '~ Left is a, right is b.',
    'agent: Left is a, right is b.',
    'usage MODEL 100/20',
    'agent_end completed',
    'agent_start',
    'user: And?',
    'session_update MODEL',
    '~ That is all.',
    'agent: That is all.',
    'usage MODEL 100/20',
    'agent_end completed',
  ],
  thoughts: ['Two places to look.'],
  counts: [counts, counts, counts],
  sent: [asked, [...asked, thought, ...called, ...answered], third],
  faults: [],
};

/** The same without thoughts, which the chat completions of OpenAI do not return. */
export const withoutThoughts: typeof expectedTurns = {
  ...expectedTurns,
  lines: expectedTurns.lines.filter((line) => !line.includes('(thought)')),
  thoughts: [],
  sent: expectedTurns.sent.map((lines) => lines.filter((line) => line !== thought)),
};

/** The signatures that must be sent back. Chat completions sign no thoughts, and only those of Gemini sign calls. */
const returned: Readonly<Record<WiredName, readonly string[]>> = {
  gemini: [signatures.thought, signatures.call],
  responses: [signatures.thought],
  anthropic: [signatures.thought],
  chat: [],
  compatible: [signatures.call],
};

const withCalls = [1, 2];

/** The problems of the turns over this wire; empty if there are none. */
export function findDifferences(name: WiredName, played: PlayedTurns): readonly string[] {
  const { bodies, ...seen } = played;
  const expected = name === 'chat' ? withoutThoughts : expectedTurns;
  const parts = Object.keys(expected) as (keyof typeof expected)[];
  return [
    ...parts
      .filter((part) => JSON.stringify(seen[part]) !== JSON.stringify(expected[part]))
      .map((part) => `${part}: ${JSON.stringify(seen[part])}`),
    ...bodies.flatMap((body, n) => findInBody(name, body, withCalls.includes(n))),
  ];
}

function findInBody(name: WiredName, body: unknown, hasCalls: boolean): readonly string[] {
  const text = JSON.stringify(body);
  const missing = hasCalls ? returned[name].filter((signature) => !text.includes(`"${signature}"`)) : [];
  return [
    ...missing.map((signature) => `${signature} does not go back`),
    ...(/"store":true|item_reference|previous_response_id|bowline:/.test(text)
      ? ['something is to be kept there']
      : []),
    ...(isLiveError[wiredModels[name].wire](body as Record<string, unknown>) ? [] : ['it may be kept there']),
  ];
}

/** OpenAI stores responses by default. With storage off, it returns thoughts only if they are requested. */
const isLiveError: Readonly<Record<WireName, (body: Readonly<Record<string, unknown>>) => boolean>> = {
  gemini: () => true,
  anthropic: () => true,
  'openai-chat': ({ store }) => store !== true,
  'openai-responses': ({ store, include }) =>
    store === false && JSON.stringify(include).includes('reasoning.encrypted_content'),
};
