import type { AgentErrorCode } from '@bowline/protocol';
import type { Deadlines } from '@bowline/models';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { quickPolicy, type WiredOptions } from '../wired-session.ts';

/** The expected result of a fault. */
export interface Expected {
  readonly end: 'completed' | `failed ${AgentErrorCode}`;
  /** The number of requests that the server receives. */
  readonly requests: number;
  /** The number of failed requests. Default: all but the last. */
  readonly failures?: number;
  /** The number of answers that were begun and retracted. */
  readonly retracted?: number;
  readonly atLeastMs?: number;
  /** The deadline of the whole turn. */
  readonly byMs: number;
}

/** A fault and its expected result. */
export interface Fault {
  readonly name: string;
  readonly script: readonly ScriptedStep[];
  /** The text that the user sees in the end. */
  readonly text?: string;
  readonly expected: Expected;
  readonly options?: Partial<WiredOptions>;
  /** Begins with Gemini's fallback chain, which continues over the wire. */
  readonly isFallback?: true;
}

/** The text of a successful answer. */
export const TEXT = 'All is well: naïve, 😀.';
const well = answer.text('All is well: ', 'naïve, 😀.');
const begun = { chunks: [{ text: 'Half an ans' }, { delayMs: 30 }] } as const;

/** Deadlines for faults that would otherwise take minutes. */
export const short: Deadlines = { firstMs: 400, idleMs: 400, totalMs: 900 };
const SHARED_MACHINE_MS = 2000;
/** The text of one chunk, which a reader must not split in two. */
const huge = 'x'.repeat(5_000_000);
const drip = (pieces: number): ScriptedStep => ({
  chunks: Array.from({ length: pieces }, (_, n) => ({ text: `${n} `, delayMs: 40 })),
});
const times = (count: number, step: ScriptedStep): readonly ScriptedStep[] => Array.from({ length: count }, () => step);

const completed = (requests: number, more: Partial<Expected> = {}): Expected => ({
  end: 'completed',
  requests,
  byMs: SHARED_MACHINE_MS,
  ...more,
});
const failed = (code: AgentErrorCode, requests: number, more: Partial<Expected> = {}): Expected => ({
  end: `failed ${code}`,
  requests,
  failures: requests,
  byMs: SHARED_MACHINE_MS,
  ...more,
});

const daily = answer.quota({ quotaId: 'GenerateRequestsPerDayPerProjectPerModel', retryDelay: '36000s' });

/** Every fault with its expected result on every wire. Requests and times follow from `quickPolicy` and `short`. */
export const modelFaults: readonly Fault[] = [
  { name: 'none', script: [well], expected: completed(1) },
  {
    name: '429 with RetryInfo 0.2 s',
    script: [answer.quota({ retryDelay: '0.2s' }), well],
    expected: completed(2, { atLeastMs: 200, byMs: 1000 }),
  },
  {
    name: '429 without RetryInfo',
    script: [answer.quota(), well],
    expected: completed(2, { atLeastMs: 7, byMs: 1000 }),
  },
  { name: '429 for ever', script: times(8, answer.quota()), expected: failed('MODEL_QUOTA', 8) },
  { name: 'daily quota, by name', script: [daily], expected: failed('MODEL_QUOTA', 1, { byMs: 1000 }) },
  { name: 'daily quota, of a tier', script: [daily, well], isFallback: true, expected: completed(2) },
  {
    name: 'quota, told to wait',
    script: [answer.quota(), well],
    options: {
      rules: { onQuota: 'wait' },
      policy: { ...quickPolicy, attempts: { ...quickPolicy.attempts, busy: 1 }, unknownQuotaMs: 300 },
    },
    expected: completed(2, { atLeastMs: 300 }),
  },
  { name: '400', script: [answer.httpError(400)], expected: failed('MODEL_BAD_REQUEST', 1) },
  { name: '401', script: [answer.httpError(401)], expected: failed('MODEL_AUTH', 1) },
  { name: '404', script: [answer.httpError(404)], expected: failed('MODEL_NOT_FOUND', 1) },
  { name: '500 once', script: [answer.httpError(500), well], expected: completed(2) },
  { name: '500 for ever', script: times(8, answer.httpError(500)), expected: failed('MODEL_UNAVAILABLE', 8) },
  {
    name: '500 for ever, of a tier',
    script: [...times(3, answer.httpError(500)), well],
    isFallback: true,
    expected: completed(4),
  },
  { name: '502 with a page', script: [answer.httpError(502, { body: '<html>' }), well], expected: completed(2) },
  { name: '529 once', script: [answer.httpError(529), well], expected: completed(2) },
  {
    name: 'error in mid-stream',
    script: [{ chunks: [...begun.chunks, { raw: { error: { code: 500, message: 'no', status: 'INTERNAL' } } }] }, well],
    expected: completed(2, { retracted: 1 }),
  },
  {
    name: 'connection refused',
    script: [],
    options: { isRefused: true },
    expected: failed('MODEL_UNREACHABLE', 0, { failures: 4 }),
  },
  {
    name: 'late headers',
    script: [{ ...well, delayHeadersMs: 150 }],
    options: { deadlines: short },
    expected: completed(1, { atLeastMs: 150 }),
  },
  {
    name: 'headers too late',
    script: times(2, { ...well, delayHeadersMs: 5000 }),
    options: { deadlines: short },
    expected: failed('MODEL_TIMEOUT', 2, { atLeastMs: 800 }),
  },
  { name: 'cut before headers', script: [answer.cut(), well], expected: completed(2) },
  { name: 'cut stream', script: [{ cut: true, ...begun }, well], expected: completed(2, { retracted: 1 }) },
  {
    name: 'cut stream for ever',
    script: times(4, { cut: true, ...begun }),
    expected: failed('MODEL_UNREACHABLE', 4, { retracted: 4 }),
  },
  {
    name: 'no finish reason',
    script: [{ finishReason: null, ...begun }, well],
    expected: completed(2, { retracted: 1 }),
  },
  {
    name: 'no finish reason for ever',
    script: times(4, { finishReason: null, ...begun }),
    expected: failed('MODEL_INVALID_ANSWER', 4, { retracted: 4 }),
  },
  { name: 'nothing at all', script: [answer.finish(null), well], expected: completed(2) },
  { name: 'garbage', script: [{ garbage: true, ...begun }, well], expected: completed(2, { retracted: 1 }) },
  { name: 'garbage from the start', script: [answer.garbage(), well], expected: completed(2) },
  {
    name: 'garbage for ever',
    script: times(4, { garbage: 'nonsense', ...begun }),
    expected: failed('MODEL_INVALID_ANSWER', 4, { retracted: 4 }),
  },
  { name: 'one chunk of 5 MB', script: [answer.text(huge)], text: huge, expected: completed(1, { byMs: 5000 }) },
  {
    name: '5 MB in pieces of 1,400 bytes',
    script: [{ ...answer.text(huge), splitBytes: 1400 }],
    text: huge,
    expected: completed(1, { byMs: 10_000 }),
  },
  {
    name: 'hang before headers',
    script: [answer.hang(), well],
    options: { deadlines: short },
    expected: completed(2, { atLeastMs: 400 }),
  },
  {
    name: 'hang before headers for ever',
    script: times(2, answer.hang()),
    options: { deadlines: short },
    expected: failed('MODEL_TIMEOUT', 2, { atLeastMs: 800 }),
  },
  {
    name: 'hang in the body',
    script: [{ hang: 'body', ...begun }, well],
    options: { deadlines: short },
    expected: completed(2, { atLeastMs: 400, retracted: 1 }),
  },
  {
    name: 'hang in the body for ever',
    script: times(2, { hang: 'body', ...begun }),
    options: { deadlines: short },
    expected: failed('MODEL_TIMEOUT', 2, { atLeastMs: 800, retracted: 2 }),
  },
  {
    name: 'slow drip',
    script: [drip(15)],
    text: Array.from({ length: 15 }, (_, n) => `${n} `).join(''),
    options: { deadlines: short },
    expected: completed(1, { atLeastMs: 600 }),
  },
  {
    name: 'slow drip for ever',
    script: times(2, drip(500)),
    options: { deadlines: short },
    expected: failed('MODEL_TIMEOUT', 2, { atLeastMs: 1800, byMs: 3000, retracted: 2 }),
  },
];
