import {
  CONTENT_REQUEST_PROCESSOR,
  createEvent,
  createSession,
  InvocationContext,
  LlmAgent,
  PluginManager,
  setLogger,
  type Event,
  type LlmRequest,
} from '@google/adk';
import type { Content, Part } from '@google/genai';
import type { ContentPart } from '@bowline/protocol';
import { fromGeminiPart, type LogRecord, type NewRecord } from '@bowline/log';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { History } from './history.ts';
import { toPart } from './to-parts.ts';

const toLog = (records: readonly NewRecord[]): LogRecord[] =>
  records.map((record, n) => ({ ...record, seq: n + 1, id: `${n + 1}`, at: '', hash: '' }));

function build(records: readonly NewRecord[]): readonly Content[] {
  const history = new History(() => 1);
  for (const record of toLog(records)) history.take(record);
  return history.contents;
}

const text = (said: string): ContentPart => ({ type: 'text', text: said });
const user = (...content: ContentPart[]): NewRecord => ({ type: 'user_message', body: { messageId: 'm', content } });
const steer = (said: string): NewRecord => ({
  type: 'steering_message',
  body: { messageId: 'm', content: [text(said)] },
});
const answered = (...parts: Part[]): NewRecord => ({
  type: 'model_answered',
  body: { messageId: 'm', model: 'x', content: parts.map(fromGeminiPart) },
});
const requested = (callId: string): NewRecord => ({
  type: 'tool_requested',
  body: { callId, name: 'read', args: {}, effect: 'read', executor: 'local' },
});
const finished = (
  callId: string,
  said: string,
  more: { isError?: boolean; media?: ContentPart[] } = {},
): NewRecord => ({
  type: 'tool_finished',
  body: { callId, name: 'read', content: [text(said), ...(more.media ?? [])], isError: more.isError ?? false },
});
const interrupted = (callId: string): NewRecord => ({
  type: 'tool_interrupted',
  body: { callId, name: 'read', reason: 'unknown' },
});
const setAside = (record: number, part: number): NewRecord => ({
  type: 'part_set_aside',
  body: { record, part, kind: 'image', reason: 'too large' },
});
const leftOut: Part = { text: '[image omitted because the provider rejected it: too large]' };
const call = (id: string): Part => ({ functionCall: { id, name: 'read', args: {} } });
const response = (id: string, given: Record<string, unknown>): Part => ({
  functionResponse: { id, name: 'read', response: given },
});
const said = (role: string, ...parts: Part[]): Content => ({ role, parts });
const image: ContentPart = { type: 'media', mimeType: 'image/png', data: 'AAAA' };
const inline: Part = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };

describe('the history of a session', () => {
  test.each<[string, NewRecord[], Content[]]>([
    ['is empty at the start', [], []],
    ['has user messages', [user(text('hi'))], [said('user', { text: 'hi' })]],
    [
      'has the content of a message, not its display text',
      [{ type: 'user_message', body: { messageId: 'm', content: [text('all of a')], display: [text('@a')] } }],
      [said('user', { text: 'all of a' })],
    ],
    [
      'has answers as the model gave them, including signatures',
      [answered({ text: 'hm', thought: true, thoughtSignature: 's' }, { text: 'yes' })],
      [said('model', { text: 'hm', thought: true, thoughtSignature: 's' }, { text: 'yes' })],
    ],
    ['omits empty answers', [user(text('hi')), answered()], [said('user', { text: 'hi' })]],
    [
      'shows calls at once, but no result before all of them are there',
      [answered(call('a'), call('b')), requested('a'), requested('b'), finished('b', '2')],
      [said('model', call('a'), call('b'))],
    ],
    [
      'has results together, in the order of the calls',
      [answered(call('a'), call('b')), requested('a'), requested('b'), finished('b', '2'), finished('a', '1')],
      [
        said('model', call('a'), call('b')),
        said('user', response('a', { output: '1' }), response('b', { output: '2' })),
      ],
    ],
    [
      'shows errors and interruptions as errors',
      [
        answered(call('a'), call('b')),
        requested('a'),
        requested('b'),
        finished('a', 'bad', { isError: true }),
        interrupted('b'),
      ],
      [
        said('model', call('a'), call('b')),
        said('user', response('a', { error: 'bad' }), response('b', { error: 'unknown' })),
      ],
    ],
    [
      'places messages that arrive during calls after their results',
      [answered(call('a')), requested('a'), steer('wait'), finished('a', '1'), steer('now')],
      [
        said('model', call('a')),
        said('user', response('a', { output: '1' })),
        said('user', { text: 'wait' }),
        said('user', { text: 'now' }),
      ],
    ],
    [
      'places media from calls after their results, as user content',
      [answered(call('a')), requested('a'), finished('a', 'see', { media: [image] })],
      [said('model', call('a')), said('user', response('a', { output: 'see' })), said('user', inline)],
    ],
    [
      'has a note in place of an image that the provider rejected, and of no other',
      [user(text('see'), image, image), setAside(1, 2)],
      [said('user', { text: 'see' }, inline, leftOut)],
    ],
    [
      'has a note in place of a rejected image from a call',
      [answered(call('a')), requested('a'), finished('a', 'see', { media: [image, image] }), setAside(3, 1)],
      [said('model', call('a')), said('user', response('a', { output: 'see' })), said('user', leftOut, inline)],
    ],
    [
      'has both notes if both images were rejected, the newer one first',
      [user(image, image), setAside(1, 1), setAside(1, 0)],
      [said('user', leftOut, leftOut)],
    ],
    [
      'ignores rejected parts that are not media or do not exist',
      [user(text('see'), image), setAside(1, 0), setAside(9, 1)],
      [said('user', { text: 'see' }, inline)],
    ],
    [
      'joins the texts of a result line by line',
      [
        answered(call('a')),
        requested('a'),
        {
          type: 'tool_finished',
          body: { callId: 'a', name: 'read', content: [text('1'), text('2')], isError: false },
        },
      ],
      [said('model', call('a')), said('user', response('a', { output: '1\n2' }))],
    ],
    [
      'ignores records that are not for the model',
      [
        { type: 'title_changed', body: { title: 't' } },
        { type: 'tool_decided', body: { callId: 'a', verdict: 'allow', findings: [] } },
        { type: 'model_failed', body: { model: 'x', code: 'X', message: 'x', retryable: false, isFinal: true } },
      ],
      [],
    ],
  ])('%s', (_, records, contents) => {
    expect(build(records)).toEqual(contents);
  });

  test.each<[ContentPart, Part]>([
    [text('a'), { text: 'a' }],
    [
      { type: 'thought', text: 'a', subject: 's' },
      { text: 'a', thought: true },
    ],
    [image, inline],
    [{ type: 'reference', uri: 'gs://a' }, { fileData: { fileUri: 'gs://a' } }],
    [
      { type: 'reference', uri: 'gs://a', mimeType: 'text/plain' },
      { fileData: { fileUri: 'gs://a', mimeType: 'text/plain' } },
    ],
  ])('converts %j to %j', (part, given) => {
    expect(toPart(part)).toEqual(given);
  });
});

setLogger(null);
const agent = new LlmAgent({ name: 'main', model: 'gemini-2.5-flash' });

/** What ADK's own builder makes of a session with these contents, one event each. */
async function stock(contents: readonly Content[]): Promise<Content[]> {
  const events = contents.map((content): Event =>
    createEvent({ author: content.role === 'model' ? 'main' : 'user', invocationId: 'i', content }),
  );
  const session = createSession({ id: 's', appName: 'a', userId: 'u', state: {}, events, lastUpdateTime: 0 });
  const context = new InvocationContext({ invocationId: 'i', agent, session, pluginManager: new PluginManager() });
  const request: LlmRequest = { contents: [], toolsDict: {}, liveConnectConfig: {} };
  for await (const event of CONTENT_REQUEST_PROCESSOR.runAsync(context, request)) expect(event).toBeUndefined();
  return request.contents;
}

/** A piece of a session: its records, and the contents of the equivalent ADK events. */
interface Told {
  readonly records: readonly NewRecord[];
  readonly events: readonly Content[];
}

const words = fc.string({ minLength: 1, maxLength: 8 });
const parts = fc.array(
  fc.record({ text: words, thought: fc.boolean(), signature: fc.option(words) }).map((part): Part => ({
    text: part.text,
    ...(part.thought ? { thought: true } : {}),
    ...(part.signature === null ? {} : { thoughtSignature: part.signature }),
  })),
  { maxLength: 3 },
);
const noise = fc.constantFrom<NewRecord>(
  { type: 'notice', body: { level: 'info', code: 'N', text: 'n' } },
  { type: 'model_failed', body: { model: 'x', code: 'X', message: 'x', retryable: true, isFinal: false } },
  { type: 'mode_changed', body: { mode: 'plan' } },
);
const noisy: fc.Arbitrary<Told> = noise.map((record) => ({ records: [record], events: [] }));
const message: fc.Arbitrary<Told> = fc.tuple(fc.boolean(), words).map(([isSteering, words_]) => ({
  records: [isSteering ? steer(words_) : user(text(words_))],
  events: [said('user', { text: words_ })],
}));
const speech: fc.Arbitrary<Told> = parts
  .filter(({ length }) => length > 0)
  .map((given) => ({ records: [answered(...given)], events: [said('model', ...given)] }));

const outcome = fc.record({
  kind: fc.constantFrom('ok', 'error', 'interrupted', 'media'),
  words,
  /** Messages that arrive before this result. */
  meanwhile: fc.array(fc.oneof(message, noisy), { maxLength: 2 }),
  order: fc.nat(),
});
type Outcome = typeof outcome extends fc.Arbitrary<infer Given> ? Given : never;

let calls = 0;
const batch: fc.Arbitrary<Told> = fc
  .tuple(parts, fc.array(outcome, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([spoken, outcomes, isOpen]) => toBatch(spoken, outcomes, isOpen));

/**
 * Results in any order in the log; one event with all of them in the order of the calls, then the messages that arrived
 * meanwhile.
 */
function toBatch(spoken: readonly Part[], outcomes: readonly Outcome[], isSigned: boolean): Told {
  const ids = outcomes.map(() => `call_${(calls += 1)}`);
  const arrivals = outcomes
    .map((given, n) => ({ given, id: ids[n] ?? '' }))
    .sort((a, b) => a.given.order - b.given.order);
  const made = ids.map((id): Part => ({ ...call(id), ...(isSigned ? { thoughtSignature: `of ${id}` } : {}) }));
  const results = arrivals.map(({ given, id }) => toResult(id, given));
  return {
    records: [answered(...spoken, ...made), ...ids.map(requested), ...results.flatMap(({ records }) => records)],
    events: [
      said('model', ...spoken, ...made),
      said('user', ...ids.map((id) => results.find((result) => result.id === id)?.part ?? {})),
      ...results.flatMap(({ later }) => later),
    ],
  };
}

function toResult(
  id: string,
  { kind, words: given, meanwhile }: Outcome,
): {
  id: string;
  part: Part;
  records: NewRecord[];
  later: Content[];
} {
  const before = meanwhile.flatMap(({ records }) => records);
  const later = meanwhile.flatMap(({ events }) => events);
  if (kind === 'interrupted')
    return { id, part: response(id, { error: 'unknown' }), records: [...before, interrupted(id)], later };
  const isError = kind === 'error';
  const media = kind === 'media' ? [image] : [];
  return {
    id,
    part: response(id, isError ? { error: given } : { output: given }),
    records: [...before, finished(id, given, { isError, media })],
    later: [...later, ...media.map(() => said('user', inline))],
  };
}

const ended: Told = { records: [{ type: 'stream_ended', body: { reason: 'completed' } }], events: [] };
const session = fc.array(fc.oneof(message, noisy, speech, batch, fc.constant(ended)), { maxLength: 12 });
const flat = (told: readonly Told[]): { records: NewRecord[]; events: Content[] } => ({
  records: told.flatMap(({ records }) => records),
  events: told.flatMap(({ events }) => events),
});

describe('the history of any session', () => {
  test("equals what ADK's own builder makes of the same events", async () => {
    await fc.assert(
      fc.asyncProperty(session, async (told) => {
        const { records, events } = flat(told);
        expect(build(records)).toEqual(await stock(events));
      }),
      { numRuns: 300 },
    );
  });

  test('only grows: entries that were returned never change', () => {
    fc.assert(
      fc.property(session, (told) => {
        const history = new History(() => 1);
        const seen: string[] = [];
        for (const record of toLog(flat(told).records)) {
          history.take(record);
          const contents = history.contents.map((content) => JSON.stringify(content));
          expect(contents.slice(0, seen.length)).toEqual(seen);
          seen.push(...contents.slice(seen.length));
        }
      }),
    );
  });

  test('is the same whether it is read at once or after every record', () => {
    fc.assert(
      fc.property(session, (told) => {
        const { records } = flat(told);
        const history = new History(() => 1);
        for (const [n, record] of toLog(records).entries()) {
          history.take(record);
          expect(history.contents).toEqual(build(records.slice(0, n + 1)));
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe("intentional differences from ADK's own builder", () => {
  test('an answer that starts with an empty text is kept: ADK drops it, including its calls', async () => {
    const parts_: Part[] = [{ text: '', thoughtSignature: 's' }, { text: 'yes' }];
    expect(build([answered(...parts_)])).toEqual([said('model', ...parts_)]);
    expect(await stock([said('model', ...parts_)])).toEqual([]);
  });

  test('a message that starts with an empty text is kept: ADK drops it', async () => {
    expect(build([user(text(''), image)])).toEqual([said('user', { text: '' }, inline)]);
    expect(await stock([said('user', { text: '' }, inline)])).toEqual([]);
  });

  test('an answer without parts is omitted: ADK sends it, and the API rejects it', async () => {
    expect(build([answered()])).toEqual([]);
    expect(await stock([said('model')])).toEqual([said('model')]);
  });

  test('a message during calls is placed after their results: ADK loses it if the results come last', async () => {
    const records = [answered(call('a')), requested('a'), steer('wait'), finished('a', '1')];
    const results = said('user', response('a', { output: '1' }));
    expect(build(records)).toEqual([said('model', call('a')), results, said('user', { text: 'wait' })]);
    expect(await stock([said('model', call('a')), said('user', { text: 'wait' }), results])).toEqual([
      said('model', call('a')),
      results,
    ]);
  });

  test('ids that start with adk- are kept: ADK removes them from calls and results', async () => {
    const records = [answered(call('adk-1')), requested('adk-1'), finished('adk-1', 'x')];
    const contents = [said('model', call('adk-1')), said('user', response('adk-1', { output: 'x' }))];
    expect(build(records)).toEqual(contents);
    const ids = (await stock(contents)).map(
      ({ parts: [first] = [] }) => (first?.functionCall ?? first?.functionResponse)?.id,
    );
    expect(ids).toEqual([undefined, undefined]);
  });

  test("calls with the names of ADK's own requests are kept: ADK hides them", async () => {
    const ask: Part = { functionCall: { id: 'a', name: 'adk_request_confirmation', args: {} } };
    expect(build([answered(ask)])).toEqual([said('model', ask)]);
    expect(await stock([said('model', ask)])).toEqual([]);
  });

  test('contents are not cloned: the same objects are returned every time', async () => {
    const history = new History(() => 1);
    for (const record of toLog([user(text('a')), answered({ text: 'b' })])) history.take(record);
    const [first] = history.contents;
    for (const record of toLog([user(text('c'))])) history.take(record);
    expect(history.contents[0]).toBe(first);
    const given = said('user', { text: 'a' });
    expect((await stock([given]))[0]).not.toBe(given);
  });
});
