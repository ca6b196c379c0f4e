import { createMessage, type AgentEvent } from '@bowline/protocol';
import { answer, type ScriptedStep } from '@bowline/testkit';
import {
  openWiredSession,
  wiredModels,
  type WiredName,
  type WiredOptions,
  type WiredSession,
} from '../wired-session.ts';
import { toAliases } from './model-cell.ts';
import { watchOpenAnswers } from './open-answers.ts';

/** A moment of a turn at which to cancel it. */
export interface CancelPoint {
  readonly name: string;
  readonly script: readonly ScriptedStep[];
  /** Resolves at that moment. */
  readonly reached: (wired: WiredSession) => Promise<void>;
  /** Begins with Gemini's fallback chain, which continues over the wire. */
  readonly isFallback?: true;
  /** The turn may be over by then. */
  readonly mayBeLate?: true;
}

/** The result of canceling at that moment. */
export interface Cancel {
  readonly point: string;
  readonly wire: WiredName;
  /** From the abort to the end of the turn. */
  readonly ms: number;
  /** From the abort until the server has no open answer. */
  readonly closedMs: number;
  readonly problems: readonly string[];
}

const daily = answer.quota({ quotaId: 'GenerateRequestsPerDayPerProjectPerModel', retryDelay: '36000s' });
const words = (count: number, delayMs: number): ScriptedStep => ({
  chunks: Array.from({ length: count }, (_, n) => ({ text: `${n} `, delayMs })),
});

/** Every kind of moment in a request to a model. */
export const cancelPoints: readonly CancelPoint[] = [
  { name: 'before the request', script: [], reached: async () => {} },
  { name: 'headers awaited', script: [answer.hang()], reached: (wired) => asked(wired, 1) },
  {
    name: 'headers late',
    script: [{ ...answer.text('a'), delayHeadersMs: 5000 }],
    reached: (wired) => asked(wired, 1),
  },
  {
    name: 'middle of an event',
    script: [{ chunks: [{ text: 'a' }, { text: 'x'.repeat(100_000) }], splitBytes: 1 }],
    reached: (wired) => said(wired, 1),
  },
  { name: 'silent body', script: [answer.hang('a')], reached: (wired) => said(wired, 1) },
  { name: 'between deltas', script: [words(500, 15)], reached: (wired) => said(wired, 3) },
  { name: 'with the last bytes', script: [answer.text('a')], reached: (wired) => said(wired, 1) },
  {
    name: 'retry wait',
    script: [answer.quota({ retryDelay: '60s' })],
    reached: (wired) => heard(wired, 'progress', 1),
  },
  { name: 'second try', script: [answer.httpError(500), answer.hang()], reached: (wired) => asked(wired, 2) },
  {
    name: 'after a cut',
    script: [{ cut: true, chunks: [{ text: 'a' }, { delayMs: 30 }] }, answer.hang('b')],
    reached: (wired) => said(wired, 2),
  },
  { name: 'fallback', script: [daily, answer.hang()], isFallback: true, reached: (wired) => asked(wired, 2) },
];

const SWEPT_MS = 420;

/** The same eventful turn, canceled `everyMs` milliseconds later each time. */
export function sweepPoints(everyMs: number): readonly CancelPoint[] {
  const script = [
    { ...answer.httpError(500), delayHeadersMs: 20 },
    { ...words(3, 20), cut: true as const, delayHeadersMs: 20 },
    answer.quota({ retryDelay: '0.08s' }),
    { ...words(8, 15), delayHeadersMs: 30 },
  ];
  return Array.from({ length: Math.floor(SWEPT_MS / everyMs) }, (_, n) => ({
    name: 'anywhere',
    script,
    mayBeLate: true as const,
    reached: () => new Promise<void>((resolve) => setTimeout(resolve, n * everyMs)),
  }));
}

const GIVE_UP_MS = 3000;
const AGAIN = 'Here I am again.';

/** Cancels a turn at that moment, and checks that the session can continue afterwards. */
export async function cancelAt(
  point: CancelPoint,
  wire: WiredName,
  options: Partial<WiredOptions> = {},
): Promise<Cancel> {
  const { model } = wiredModels[wire];
  const wired = await openWiredSession(
    { steps: point.script, rules: [{ contains: 'go on', steps: [answer.text(AGAIN)] }] },
    { ...(point.isFallback === true ? { model: 'pro', aliases: toAliases(model) } : { model }), ...options },
  );
  const answers = watchOpenAnswers(wired.server.url);
  try {
    await wired.session.send(createMessage('begin'));
    await point.reached(wired);
    const start = performance.now();
    const since = (): number => Math.round(performance.now() - start);
    const isOver = wired.heard.some(({ type }) => type === 'agent_end');
    await wired.session.abort();
    const [ms, closedMs] = await Promise.all([
      before(heard(wired, 'agent_end', 1)).then(since),
      before(answers.none()).then(since),
    ]);
    const end = wired.heard.find((event) => event.type === 'agent_end')?.reason;
    const isRight = end === 'aborted' || (point.mayBeLate === true && isOver && end === 'completed');
    const again = await before(playAgain(wired));
    return {
      ...{ point: point.name, wire, ms, closedMs },
      problems: [...(isRight ? [] : [`ended as ${end ?? 'nothing'}`]), ...(again === AGAIN ? [] : ['does not go on'])],
    };
  } finally {
    answers.stop();
    await wired.close();
  }
}

async function playAgain({ session }: WiredSession): Promise<string> {
  let text = '';
  for await (const event of session.sendStream(createMessage('go on')))
    if (event.type === 'message' && event.role === 'agent')
      text += event.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return text;
}

/** The same value, or undefined after a time limit: an upper bound for the measurement, not a way to wait. */
async function before<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const never = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, GIVE_UP_MS, undefined);
  });
  try {
    return await Promise.race([promise, never]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves when the server has received that many requests. */
export async function asked({ server }: WiredSession, count: number): Promise<void> {
  while (server.requests.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
}

async function said(wired: WiredSession, count: number): Promise<void> {
  await heard(wired, 'message_delta', count);
}

/** Resolves when that many of these events were received, while the last one is being delivered. */
async function heard({ session, heard: events }: WiredSession, type: AgentEvent['type'], count: number): Promise<void> {
  let left = count - events.filter((event) => event.type === type).length;
  if (left <= 0) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = session.subscribe((event) => {
      if (event.type === type) left -= 1;
      if (left > 0) return;
      unsubscribe();
      resolve();
    });
  });
}
