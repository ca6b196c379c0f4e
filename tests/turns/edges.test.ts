import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BasePlugin, type LlmRequest } from '@google/adk';
import { openStore, type NewRecord, type SessionLog } from '@bowline/log';
import { owner, started } from '@bowline/testkit';
import { defineTool, succeed } from '@bowline/tools';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { createGate, echo, openStage, reopenStage, step } from './play.ts';

const start = ['agent_start', 'user: go', 'session_update scripted'];
const ended = { timeout: 500 };
const seams = (...plugins: BasePlugin[]) => {
  let n = 0;
  return { plugins, newId: () => `id${(n += 1)}`, onFault: () => {} };
};
const newLog = async (): Promise<SessionLog> => {
  const log = await openStore({ root: mkdtempSync(join(tmpdir(), 'bowline-')) }).open('s1', { owner, create: true });
  await log.append([started('s1')]);
  return log;
};

test.each([
  ['SAFETY without text', step.finish('SAFETY'), 'agent_end refused'],
  ['a blocked prompt', { blockReason: 'PROHIBITED_CONTENT' }, 'agent_end refused'],
  ['MAX_TOKENS without text', step.finish('MAX_TOKENS'), 'agent_end max_output'],
  ['a malformed call', step.finish('MALFORMED_FUNCTION_CALL'), 'agent_end failed'],
])('%s ends the turn after one request', async (_, given, end) => {
  const stage = await openStage([given, step.text('asked again')]);
  const lines = await stage.play('go');
  expect(stage.model.requests).toHaveLength(1);
  expect(lines.at(-1)).toBe(end);
});

test('a message sent while the model answers gets an answer in another step', async () => {
  const stage = await openStage([{ chunks: [{ text: 'a' }, { text: 'b', delayMs: 50 }] }, step.text('heard you')]);
  await stage.say('go');
  await stage.until('message_delta');
  await stage.say('also this');
  await stage.until('agent_end');
  expect(stage.model.left).toBe(0);
});

test('a host cannot answer a call that is not allowed, and a call has one response', async () => {
  const [asked, answered] = [createGate(), createGate()];
  const stage = await openStage([step.calls({ name: 'h' }), step.text('done')], {
    hostTools: [{ name: 'h', description: '', parameters: {} }],
    decide: async () => {
      asked.open();
      await answered.opened;
      return { verdict: 'deny', reason: 'never' };
    },
  });
  await stage.say('go');
  const { callId } = await stage.until('tool_request');
  await asked.opened;
  await stage.agent
    .send({
      input: {
        inputId: callId,
        answer: { kind: 'tool_result', content: [{ type: 'text', text: 'did it' }], isError: false },
      },
    })
    .catch(() => {});
  answered.open();
  await stage.until('agent_end');
  expect(stage.lines.filter((line) => line.startsWith('<-'))).toEqual(['<- h error never']);
});

test('an output that cannot be saved to a file is still the result of its call', async () => {
  const tool = defineTool({
    name: 'w',
    description: '',
    effect: 'write',
    input: z.object({}),
    run: async () => succeed('x'.repeat(50_000)),
  });
  const stage = await openStage([step.calls({ name: 'w' }), step.text('done')], {
    tools: [tool],
    saveArtifact: async () => {
      throw new Error('ENOSPC');
    },
  });
  await stage.say('go');
  await vi.waitFor(() => {
    expect(stage.lines.at(-1)).toBe('agent_end completed');
  }, ended);
});

test('a message to the open stream of a dead process continues that stream', async () => {
  const log = await newLog();
  const turn: NewRecord[] = [
    { type: 'stream_started', body: {} },
    { type: 'user_message', body: { messageId: 'm1', content: [{ type: 'text', text: 'go' }] } },
  ];
  await log.append(turn.map((record) => ({ ...record, streamId: 'dead' })));
  const stage = await reopenStage(log, [step.text('here')]);
  await stage.say('hello?');
  await vi.waitFor(() => {
    expect(stage.lines.at(-1)).toBe('agent_end completed');
  }, ended);
});

test('abort during the decision about a call ends the stream', async () => {
  const [asked, never] = [createGate(), createGate()];
  const stage = await openStage([step.calls({ name: 'read', args: { text: 'a' } })], {
    tools: [echo('read').tool],
    decide: async () => {
      asked.open();
      await never.opened;
      return { verdict: 'allow' };
    },
  });
  await stage.say('go');
  await asked.opened;
  await stage.agent.abort();
  try {
    await vi.waitFor(() => {
      expect(stage.lines.at(-1)).toBe('agent_end aborted');
    }, ended);
  } finally {
    never.open();
  }
});

test('an agent whose session was taken over can be closed', async () => {
  const store = openStore({ root: mkdtempSync(join(tmpdir(), 'bowline-')) });
  const log = await store.open('s1', { owner, create: true });
  await log.append([started('s1')]);
  const stage = await reopenStage(log, []);
  const taken = await store.open('s1', { owner: { ...owner, pid: 4712 }, takeover: true });
  await stage.say('go').catch(() => {});
  await expect(stage.agent.close()).resolves.toBeUndefined();
  await taken.close();
});

test('a fork in the middle of a batch shows the model a message sent there', async () => {
  const store = openStore({ root: mkdtempSync(join(tmpdir(), 'bowline-')) });
  const log = await store.open('s1', { owner, create: true });
  await log.append([started('s1')]);
  const tools = [echo('read').tool];
  const first = await reopenStage(log, [step.calls({ name: 'read', args: { text: 'a' } }), step.text('done')], {
    tools,
  });
  await first.play('go');
  await store.fork('s1', { at: 6, as: 's2', owner }); // right after tool_requested
  const second = await reopenStage(await store.open('s2', { owner }), [step.text('x')], { tools });
  await second.play('new question');
  expect(second.model.requests[0]?.contents.at(-1)).toEqual({ role: 'user', parts: [{ text: 'new question' }] });
});

test('a plugin that returns null before a call lets the call run', async () => {
  class Null extends BasePlugin {
    override async beforeToolCallback(): Promise<undefined> {
      return null as never;
    }
  }
  const { tool, runs } = echo('read');
  const stage = await openStage([step.calls({ name: 'read', args: { text: 'a' } }), step.text('done')], {
    tools: [tool],
    seams: seams(new Null('n')),
  });
  await stage.play('go');
  expect(runs).toEqual(['a']);
});

test('a change that a plugin makes to one request is not in the next', async () => {
  class Adding extends BasePlugin {
    override async beforeModelCallback({ llmRequest }: { llmRequest: LlmRequest }): Promise<undefined> {
      llmRequest.contents[0]?.parts?.push({ text: 'once' });
      return undefined;
    }
  }
  const stage = await openStage([step.text('a'), step.text('b')], { seams: seams(new Adding('a')) });
  await stage.play('one');
  await stage.play('two');
  expect(stage.model.requests[1]?.contents[0]?.parts).toEqual([{ text: 'one' }, { text: 'once' }]);
});

test('a message sent twice under one id counts once', async () => {
  const stage = await openStage([step.text('a'), step.text('b')]);
  const send = { message: { messageId: 'mine', content: [{ type: 'text' as const, text: 'go' }] } };
  const first = await stage.agent.send(send);
  await stage.until('agent_end');
  expect(await stage.agent.send(send)).toEqual(first);
});

test('a message sent after abort was acknowledged is answered', async () => {
  const stage = await openStage([step.hang('a'), step.text('ok')]);
  await stage.say('go');
  await stage.until('message_delta');
  await stage.agent.abort();
  await stage.say('next');
  await vi.waitFor(() => {
    expect(stage.lines.at(-1)).toBe('agent_end completed');
  }, ended);
});

test('a call emits no events after its stream ends', async () => {
  const gate = createGate();
  const tool = defineTool({
    name: 'build',
    description: '',
    effect: 'execute',
    input: z.object({}),
    run: async (_, { update }) => {
      update('running');
      await gate.opened;
      update('still here');
      return succeed('x');
    },
  });
  const stage = await openStage([step.calls({ name: 'build' })], { tools: [tool] });
  await stage.say('go');
  await stage.until('tool_update');
  await stage.agent.abort();
  await stage.until('agent_end');
  gate.open();
  await new Promise((resolve) => setImmediate(resolve));
  expect(stage.lines.at(-1)).toBe('agent_end aborted');
});

test('a decide function that throws synchronously denies the call', async () => {
  const stage = await openStage([step.calls({ name: 'read', args: { text: 'a' } }), step.text('done')], {
    tools: [echo('read').tool],
    decide: () => {
      throw new Error('x');
    },
  });
  await stage.say('go');
  await vi.waitFor(() => {
    expect(stage.lines.at(-1)).toBe('agent_end completed');
  }, ended);
});

test('an answer with only a thought is invalid', async () => {
  const stage = await openStage([{ chunks: [{ thought: 'hm' }] }]);
  expect((await stage.play('go')).slice(start.length)).toContain('error MODEL_INVALID_ANSWER');
});
