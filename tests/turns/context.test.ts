import type { Content } from '@google/genai';
import { createMessage } from '@bowline/protocol';
import type { LogRecord } from '@bowline/log';
import { all, outline, owner } from '@bowline/testkit';
import { defineTool, succeed, type Tool } from '@bowline/tools';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { defaultMasking } from '@bowline/context';
import { openAgain } from './open-again.ts';
import { Stage, type StageOptions } from './play.ts';
import { testAgent, type TestAgent } from './test-agent.ts';
import { callTool, isSummaryQuestion, roleModel, say, textOf, type RoleModel, type Roles } from './view-model.ts';

const KEPT = 'a fact that has to be kept: port 4711';

/** A tool that returns as much text as requested, different each time. */
function pages(size: number): Tool {
  return defineTool({
    name: 'page',
    description: 'Gives a page',
    effect: 'read',
    input: z.object({ n: z.number() }),
    run: async ({ n }) =>
      succeed(`page ${n}\n${`line ${n} of the page, with some words in it\n`.repeat(size)}end of ${n}`),
  });
}

interface Played extends Pick<TestAgent, 'store' | 'close'> {
  readonly stage: Stage<RoleModel>;
  readonly model: RoleModel;
}

async function open(roles: Roles, options: StageOptions = {}): Promise<Played> {
  const model = roleModel(roles);
  const subject = await testAgent({ tools: [pages(40)], ...options, model });
  onTestFinished(subject.close);
  return { stage: new Stage(subject.agent, model), model, store: subject.store, close: subject.close };
}

async function recordsOf({ store }: Pick<Played, 'store'>): Promise<LogRecord[]> {
  const reader = await store.openReader('s1');
  const records = await all(reader.read());
  await reader.close();
  return records;
}

/** Reads all pages, then says that it is done. */
const paging =
  (steps: number) =>
  (_: readonly Content[], n: number): ReturnType<Roles['agent']> =>
    n % (steps + 1) < steps ? [callTool('page', { n })] : [say('done')];

const masking = { ...defaultMasking, protectedTokens: 1500, leastTokens: 1000 };

test('masks older results in the request and says where each full result is; the log keeps them', async () => {
  const kept: Record<string, string> = {};
  const saveArtifact = async (name: string, text: string): Promise<string> => {
    kept[name] = text;
    return `/artifacts/${name}`;
  };
  const played = await open({ agent: paging(12) }, { context: { masking }, saveArtifact });
  expect((await played.stage.play('go')).at(-1)).toBe('agent_end completed');
  const last = played.model.requests.at(-1)?.contents ?? [];
  const results = last.flatMap(({ parts = [] }) => parts.flatMap((part) => part.functionResponse ?? []));
  expect(results).toHaveLength(12);
  const masked = results.filter(({ response }) => String(response?.['output']).startsWith('[older result'));
  expect(masked.length).toBeGreaterThan(4);
  for (const { id = '', response } of masked) {
    expect(String(response?.['output'])).toContain(`/artifacts/${id}.txt`);
    expect(kept[`${id}.txt`]).toMatch(/^page \d+\n.*end of \d+$/s);
  }
  // The newest results stay complete, and the log has every complete result.
  expect(String(results.at(-1)?.response?.['output'])).toMatch(/^page 11\n/);
  const finished = (await recordsOf(played)).filter((record) => record.type === 'tool_finished');
  expect(finished.every(({ body }) => body.content[0]?.type === 'text' && body.content[0].text.length > 1500)).toBe(
    true,
  );
});

test('sends earlier contents again byte for byte, except for masked results', async () => {
  const played = await open({ agent: paging(20) }, { context: { masking } });
  await played.stage.play('go');
  const sent = played.model.requests.map(({ contents }) => contents.map((content) => JSON.stringify(content)));
  const broken = sent.slice(1).filter((contents, n) => !(sent[n] ?? []).every((before, at) => contents[at] === before));
  const maskings = (await recordsOf(played)).filter(({ type }) => type === 'context_masked');
  expect(maskings.length).toBeGreaterThan(1);
  expect(broken).toHaveLength(maskings.length);
});

const small = { windows: { scripted: 12_000 } };

/** A summarizer that returns the given facts, if they are in the text it receives. */
const summarizer = (text: string): unknown =>
  isSummaryQuestion(text)
    ? { goal: 'page through', facts: text.includes(KEPT) ? [KEPT] : [] }
    : { missing: [], wrong: [] };

test('near the limit of the window, history is summarized and checked, and the summary replaces it in the request', async () => {
  const played = await open({ agent: paging(40), aside: summarizer }, { context: small });
  const lines = await played.stage.play(`read everything. ${KEPT}`);
  expect(lines).toContain('info CONTEXT_COMPACTED');
  expect(lines.at(-1)).toBe('agent_end completed');
  const last = played.model.requests.at(-1)?.contents ?? [];
  expect(textOf(last.slice(0, 1))).toContain(KEPT);
  expect(textOf(last.slice(0, 1))).toContain('read everything.');
  expect(last.length).toBeLessThan(40);
  for (const { contents } of played.model.requests) expect(unansweredCalls(contents)).toEqual([]);
  const compactions = (await recordsOf(played)).filter((record) => record.type === 'context_compacted');
  expect(compactions.length).toBeGreaterThan(0);
  for (const { body } of compactions) expect(body.tokensAfter).toBeLessThan(body.tokensBefore);
  expect(played.model.asides.filter(isSummaryQuestion)).toHaveLength(compactions.length);
});

/** Calls without a result after them, and results without a call before them. */
function unansweredCalls(contents: readonly Content[]): string[] {
  const calls = contents.flatMap(({ parts = [] }) => parts.flatMap((part) => part.functionCall?.id ?? []));
  const results = contents.flatMap(({ parts = [] }) => parts.flatMap((part) => part.functionResponse?.id ?? []));
  return [...calls.filter((id) => !results.includes(id)), ...results.filter((id) => !calls.includes(id))];
}

test('a reopened session sends the model exactly the same contents', async () => {
  const played = await open({ agent: paging(30), aside: summarizer }, { context: { ...small, masking } });
  await played.stage.play('go');
  await played.stage.play('and again');
  const before = played.model.requests.at(-1)?.contents ?? [];
  await played.stage.agent.close();
  const log = await played.store.open('s1', { owner });
  const again = roleModel({ agent: () => [say('still here')], aside: summarizer });
  const agent = await openAgain(log, again, { context: { ...small, masking }, tools: [pages(40)] });
  await all(new Stage(agent, again).session.sendStream(createMessage('and now?')));
  const after = again.requests[0]?.contents ?? [];
  expect(after.slice(0, before.length)).toEqual(before);
  await agent.close();
});

test('a request that is still too large is not sent and fails with a code, and the session stays usable', async () => {
  const played = await open({ agent: () => [say('fine')], aside: summarizer }, { context: small });
  const lines = await played.stage.play('x '.repeat(60_000));
  expect(lines.slice(-2)).toEqual(['error CONTEXT_OVERFLOW', 'agent_end failed']);
  expect(played.model.requests).toEqual([]);
  expect((await played.stage.play('then this')).at(-1)).toBe('agent_end completed');
});

test('a summary larger than the text it replaces is rejected and not retried at once', async () => {
  const aside = (text: string): unknown =>
    isSummaryQuestion(text)
      ? { goal: 'long', facts: Array.from({ length: 90 }, (_, n) => `${n} ${'a long fact '.repeat(38)}`) }
      : { missing: [], wrong: [] };
  const played = await open({ agent: paging(20), aside }, { context: { ...small, compactAt: 0.5 } });
  const lines = await played.stage.play('go');
  expect(lines).toContain('info COMPACTION_REJECTED');
  expect(lines.at(-1)).toBe('agent_end completed');
  expect(played.model.asides.filter(isSummaryQuestion).length).toBeLessThan(8);
});

test('a caller can compact the history with a focus, and the hook runs once', async () => {
  const heard: unknown[] = [];
  const played = await open(
    { agent: paging(6), aside: summarizer },
    {
      seams: {
        plugins: [],
        newId: createIds(),
        onFault: () => {},
        beforeCompaction: async (facts) => {
          heard.push(facts);
        },
      },
    },
  );
  await played.stage.play(`go. ${KEPT}`);
  expect(heard).toEqual([]);
  const compact = { action: { name: 'compact', data: { focus: 'the ports' } } };
  const lines = outline(await all(played.stage.session.sendStream(compact)));
  expect(lines[0]).toBe('agent_start');
  expect(lines.slice(-2)).toEqual(['info CONTEXT_COMPACTED', 'agent_end completed']);
  expect(heard).toEqual([{ isAsked: true, focus: 'the ports', tokens: expect.any(Number) as number }]);
  expect(played.model.asides[0]).toContain('the ports');
  await played.stage.play('what was the port?');
  expect(textOf(played.model.requests.at(-1)?.contents ?? [])).toContain(KEPT);
});

test('a summary that no model gives is reported with the reason', async () => {
  const played = await open({ agent: paging(6), aside: () => 'not what was asked for' });
  await played.stage.play('go');
  const events = await all(played.stage.session.sendStream({ action: { name: 'compact' } }));
  expect(events).toContainEqual(
    expect.objectContaining({ code: 'COMPACTION_REJECTED', text: expect.stringContaining('wrong format') as string }),
  );
});

test('too short a history is not summarized, and a notice says so', async () => {
  const played = await open({ agent: () => [say('hello')] });
  await played.stage.play('hi');
  const lines = outline(await all(played.stage.session.sendStream({ action: { name: 'compact' } })));
  expect(lines.slice(-2)).toEqual(['info COMPACTION_REJECTED', 'agent_end completed']);
  expect(played.model.asides).toEqual([]);
});

test('usage reports how full the window is', async () => {
  const played = await open(
    { agent: () => [{ ...say('hello'), usage: { promptTokenCount: 1234, candidatesTokenCount: 2 } }] },
    {
      context: small,
    },
  );
  await played.stage.play('hi');
  const [usage] = played.stage.heard.flatMap((event) => (event.type === 'usage' ? [event] : []));
  expect(usage?.context).toEqual({ tokens: 1234, window: 12_000 });
});

function createIds(): () => string {
  let id = 0;
  return () => `id${(id += 1)}`;
}

test('a reopened session has the same token counts', async () => {
  const options = {
    instruction: () => 'Rules that go with every request. '.repeat(1400),
    context: { windows: { scripted: 16_000 } },
  };
  const agent = (): ReturnType<Roles['agent']> => [
    { ...say('hello'), usage: { promptTokenCount: 12_000, candidatesTokenCount: 1 } },
  ];
  const played = await open({ agent }, options);
  await played.stage.play('some words to begin with '.repeat(400));
  expect((await played.stage.play('and more')).at(-1)).toBe('agent_end completed');
  await played.stage.agent.close();
  const again = roleModel({ agent });
  const reopened = await openAgain(await played.store.open('s1', { owner }), again, options);
  const lines = outline(await all(new Stage(reopened, again).session.sendStream(createMessage('and more'))));
  expect(lines.at(-1)).toBe('agent_end completed');
  await reopened.close();
});
