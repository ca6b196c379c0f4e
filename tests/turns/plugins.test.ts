import { BasePlugin, type Context, type Event, type LlmRequest } from '@google/adk';
import type { AgentParts } from '@bowline/runtime';
import { expect, test } from 'vitest';
import { echo, openStage, step } from './play.ts';

const start = ['agent_start', 'user: go', 'session_update scripted'];
const done = ['~ done', 'agent: done', 'usage scripted 10/2', 'agent_end completed'];

function seams(...plugins: BasePlugin[]): AgentParts['seams'] {
  let id = 0;
  return { plugins, newId: () => `id${(id += 1)}`, onFault: () => {} };
}

/** Records the callbacks from ADK and from our dispatch. */
class Listening extends BasePlugin {
  readonly heard: string[] = [];

  override async beforeModelCallback({ llmRequest }: { llmRequest: LlmRequest }): Promise<undefined> {
    this.heard.push(`before model, ${llmRequest.contents.length} contents`);
    return undefined;
  }

  override async onEventCallback({ event }: { event: Event }): Promise<undefined> {
    if (event.partial !== true) this.heard.push('event');
    return undefined;
  }

  override async beforeToolCallback({
    tool,
    toolArgs,
  }: {
    tool: { name: string };
    toolArgs: object;
    toolContext: Context;
  }): Promise<undefined> {
    this.heard.push(`before ${tool.name} ${JSON.stringify(toolArgs)}`);
    return undefined;
  }

  override async afterToolCallback({ tool, result }: { tool: { name: string }; result: object }): Promise<undefined> {
    this.heard.push(`after ${tool.name} ${JSON.stringify(result)}`);
    return undefined;
  }
}

test('an ADK plugin sees the steps and calls of a turn as if ADK ran both', async () => {
  const plugin = new Listening('listening');
  const { tool } = echo('read');
  const stage = await openStage([step.calls({ name: 'read', args: { text: 'a' } }), step.text('done')], {
    tools: [tool],
    seams: seams(plugin),
  });
  expect(await stage.play('go')).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> read {"text":"a"}',
    '<- read read a',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  expect(plugin.heard).toEqual([
    'before model, 1 contents',
    'event',
    'before read {"text":"a"}',
    'after read {"output":"read a"}',
    'before model, 3 contents',
    'event',
  ]);
});

test('a plugin does not see a denied call', async () => {
  const plugin = new Listening('listening');
  const { tool } = echo('read');
  const stage = await openStage([step.calls({ name: 'read', args: { text: 'a' } }), step.text('done')], {
    tools: [tool],
    decide: async () => ({ verdict: 'deny' }),
    seams: seams(plugin),
  });
  await stage.play('go');
  expect(plugin.heard.filter((line) => line.includes('read'))).toEqual([]);
});

test('a plugin that throws on an event fails the turn with an error', async () => {
  class Broken extends BasePlugin {
    override async onEventCallback(): Promise<undefined> {
      throw new TypeError('out of order');
    }
  }
  const stage = await openStage([step.text('a'), step.text('b')], { seams: seams(new Broken('broken')) });
  expect(await stage.play('go')).toEqual([...start, 'error INTERNAL', 'agent_end failed']);
  expect(stage.heard.at(-1)).toMatchObject({ message: expect.stringContaining('out of order') as unknown });
  expect((await stage.agent.status()).activeStreamId).toBeNull();
});

test('a plugin that throws before the model fails the turn without a request', async () => {
  class Broken extends BasePlugin {
    override async beforeModelCallback(): Promise<undefined> {
      throw new TypeError('out of order');
    }
  }
  const stage = await openStage([step.text('never')], { seams: seams(new Broken('broken')) });
  expect(await stage.play('go')).toEqual([...start, 'error INTERNAL', 'agent_end failed']);
  expect(stage.model.requests).toEqual([]);
});
