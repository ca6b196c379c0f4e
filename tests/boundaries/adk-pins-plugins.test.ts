import {
  BasePlugin,
  Context,
  createSession,
  InvocationContext,
  type Event,
  type LlmRequest,
  type LlmResponse,
  type PluginManager,
} from '@google/adk';
import { all } from '@bowline/testkit';
import { describe, expect, test } from 'vitest';
import { calling, CountedTool, createRig, piece, whole } from './adk-pins-rig.ts';

/** A plugin that records its callbacks. */
class Listening extends BasePlugin {
  readonly heard: string[] = [];
  readonly #answer: unknown;

  constructor(name: string, answer?: unknown) {
    super(name);
    this.#answer = answer;
  }

  override async beforeModelCallback({ llmRequest }: { llmRequest: LlmRequest }): Promise<undefined> {
    this.heard.push(`before model ${llmRequest.model ?? ''}`);
    return undefined;
  }

  override async afterModelCallback({ llmResponse }: { llmResponse: LlmResponse }): Promise<undefined> {
    this.heard.push(`after model ${llmResponse.partial === true ? 'partial' : 'whole'}`);
    return undefined;
  }

  override async onEventCallback({ event }: { event: Event }): Promise<undefined> {
    this.heard.push(`event ${event.partial === true ? 'partial' : 'whole'}`);
    return undefined;
  }

  override async beforeRunCallback(): Promise<undefined> {
    this.heard.push('before run');
    return undefined;
  }

  override async afterRunCallback(): Promise<void> {
    this.heard.push('after run');
  }

  override async beforeToolCallback({
    toolContext,
  }: {
    toolContext: Context;
  }): Promise<Record<string, unknown> | undefined> {
    this.heard.push(`before tool ${toolContext.functionCallId ?? ''} of ${toolContext.agentName}`);
    return this.#answer as Record<string, unknown> | undefined;
  }

  override async afterToolCallback({
    result,
  }: {
    result: Record<string, unknown>;
  }): Promise<Record<string, unknown> | undefined> {
    this.heard.push(`after tool ${JSON.stringify(result)}`);
    return this.#answer as Record<string, unknown> | undefined;
  }

  override async onToolErrorCallback({ error }: { error: Error }): Promise<Record<string, unknown> | undefined> {
    this.heard.push(`tool error ${error.message}`);
    return this.#answer as Record<string, unknown> | undefined;
  }
}

/** The arguments of a tool callback, built by us and not by ADK. */
function told(plugins: readonly BasePlugin[]): {
  readonly manager: PluginManager;
  readonly seen: { tool: CountedTool; toolArgs: Record<string, unknown>; toolContext: Context };
} {
  const { agent, runner, sessions } = createRig({ plugins });
  const invocationContext = new InvocationContext({
    invocationId: 'c1',
    agent,
    session: createSession({ id: 's', appName: 'pins', userId: 'u', state: { a: 1 }, events: [], lastUpdateTime: 0 }),
    sessionService: sessions,
    pluginManager: runner.pluginManager,
  });
  const tool = new CountedTool({ name: 'one', description: '' });
  const toolContext = new Context({ invocationContext, functionCallId: 'c1' });
  return { manager: runner.pluginManager, seen: { tool, toolArgs: { a: 1 }, toolContext } };
}

describe('ADK plugins', () => {
  test('are called before each model step, after every response, and for every event', async () => {
    const plugin = new Listening('p');
    const { run } = createRig({ answers: [[piece('a'), whole('a')], [calling('one', 'c1')]], plugins: [plugin] });
    const step = ['before run', 'before model pinned'];
    await all(run());
    expect(plugin.heard.splice(0)).toEqual([
      ...step,
      'after model partial',
      'event partial',
      'after model whole',
      'event whole',
      'after run',
    ]);
    await all(run());
    expect(plugin.heard).toEqual([...step, 'after model whole', 'event whole', 'after run']);
  });

  test('are not called for a tool when a step pauses on its call', async () => {
    const plugin = new Listening('p');
    const { run } = createRig({ answers: [[calling('one', 'c1')]], plugins: [plugin] });
    await all(run());
    expect(plugin.heard.filter((line) => line.includes('tool'))).toEqual([]);
  });

  test('can answer in place of the model, and the response is appended like any other', async () => {
    class Answering extends BasePlugin {
      override async beforeModelCallback(): Promise<LlmResponse> {
        return whole('from the plugin');
      }
    }
    const { model, run, sessions } = createRig({ answers: [[whole('never')]], plugins: [new Answering('a')] });
    await all(run());
    expect(model.requests).toEqual([]);
    expect(sessions.appended.at(-1)).toMatchObject({ author: 'main', ...whole('from the plugin') });
  });

  test('are called before an event is appended, so that their changes are appended', async () => {
    class Changing extends BasePlugin {
      override async onEventCallback({ event }: { event: Event }): Promise<Event> {
        return { ...event, content: { role: 'model', parts: [{ text: 'changed' }] } };
      }
    }
    const { run, sessions } = createRig({ answers: [[whole('a')]], plugins: [new Changing('c')] });
    const [event] = await all(run());
    expect(sessions.appended.at(-1)?.content?.parts).toEqual([{ text: 'changed' }]);
    expect(event?.content?.parts).toEqual([{ text: 'changed' }]);
  });

  test('are called for tools when we use the plugin manager, with a Context of our own InvocationContext', async () => {
    const plugin = new Listening('p');
    const { manager, seen } = told([plugin]);
    expect(await manager.runBeforeToolCallback(seen)).toBeUndefined();
    expect(await manager.runAfterToolCallback({ ...seen, result: { output: 'x' } })).toBeUndefined();
    expect(await manager.runOnToolErrorCallback({ ...seen, error: new TypeError('bad') })).toBeUndefined();
    expect(plugin.heard).toEqual(['before tool c1 of main', 'after tool {"output":"x"}', 'tool error bad']);
    expect(seen.toolContext.state.get('a')).toBe(1);
  });

  test('are called one after the other until one returns a value, which is the result', async () => {
    const plugins = [new Listening('first'), new Listening('second', { output: 'mine' }), new Listening('third')];
    const { manager, seen } = told(plugins);
    expect(await manager.runBeforeToolCallback(seen)).toEqual({ output: 'mine' });
    expect(plugins.map(({ heard }) => heard.length)).toEqual([1, 1, 0]);
  });

  test('are not called after one that returned null, which counts as a value', async () => {
    const plugins = [new Listening('first', null), new Listening('second')];
    const { manager, seen } = told(plugins);
    expect(await manager.runBeforeToolCallback(seen)).toBeNull();
    expect(await manager.runAfterToolCallback({ ...seen, result: {} })).toBeNull();
    expect(plugins[1]?.heard).toEqual([]);
  });

  test('have their errors wrapped in a new Error that keeps only the message', async () => {
    class Throwing extends BasePlugin {
      override async beforeToolCallback(): Promise<undefined> {
        throw new TypeError('out of order');
      }
    }
    const { manager, seen } = told([new Throwing('t')]);
    const thrown: unknown = await manager.runBeforeToolCallback(seen).catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      name: 'Error',
      message: "Error in plugin 't' during 'beforeToolCallback' callback: TypeError: out of order",
    });
  });
});
