import { BasePlugin, LlmAgent, Runner, setLogger } from '@google/adk';
import { AgentError } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import { defineTool, fail, succeed, type Tool, type ToolOutcome, type ToolScope } from '@bowline/tools';
import { type CommandRunner, type FenceVerdict, type Workspace, type WorkspaceFence } from '@bowline/workspace';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { LogSessionService } from '../adk/log-session-service.ts';
import type { CallState } from '../state/turn-state.ts';
import { CallObserver } from '../adk/observe-call.ts';
import { runCall } from './run-call.ts';

setLogger(null);

function createObserver(plugins: BasePlugin[]): CallObserver {
  const agent = new LlmAgent({ name: 'main', model: 'gemini-2.5-flash' });
  const sessions = new LogSessionService('s', async () => {});
  const runner = new Runner({ appName: 'bowline', agent, sessionService: sessions, plugins });
  return new CallObserver({ runner, agent, sessions, declared: new Map() });
}

const runner: CommandRunner = { place: 'here', host: 'h', leaseMs: null };

function createFence(verdict: FenceVerdict): WorkspaceFence {
  return { runner, check: async () => verdict, require: () => undefined };
}

const input = z.object({ path: z.string() });

interface Does {
  readonly effect?: Tool['effect'];
  readonly run?: (scope: ToolScope) => Promise<ToolOutcome>;
  readonly reattach?: (scope: ToolScope) => Promise<ToolOutcome | undefined>;
  readonly plugins?: BasePlugin[];
  readonly append?: () => Promise<void>;
  readonly verdict?: FenceVerdict;
}

/** Runs one call of a tool that does this. `order` lists what happened. */
async function run(changes: Partial<CallState>, does: Does = {}): Promise<{ record: NewRecord; order: string[] }> {
  const order: string[] = [];
  const { effect = 'write', reattach } = does;
  const tool = defineTool<typeof input>({
    name: 'tool',
    description: '',
    effect,
    input,
    async run({ path }, scope) {
      order.push(`run ${path} as ${scope.key}`);
      return await (does.run?.(scope) ?? succeed('ran'));
    },
    ...(reattach === undefined
      ? {}
      : {
          reattach: async (_, scope) => {
            order.push(`reattach as ${scope.key}`);
            return await reattach(scope);
          },
        }),
  });
  const call: CallState = {
    callId: 'c1',
    at: '',
    name: 'tool',
    args: { path: 'x' },
    effect,
    executor: 'local',
    after: [],
    verdict: 'allow',
    inputId: null,
    expiresAt: null,
    outcome: null,
    asked: [],
    attempts: 0,
    blocked: null,
    held: [],
    key: null,
    hostUntil: null,
    isFinished: false,
    ...changes,
  };
  const parts = {
    tools: new Map([[tool.name, tool]]),
    workspace: { fence: does.verdict && createFence(does.verdict) } as Workspace,
    earlier: [{ ...runner, callId: 'c1' }],
    observer: createObserver(does.plugins ?? []),
    files: { begin: async () => ({}), end: async () => [] },
    saveArtifact: async (name: string) => `/artifacts/${name}`,
    recheck: async () => undefined,
    append: async ({ type }: NewRecord) => {
      await does.append?.();
      order.push(type);
    },
    limits: {},
    findPreview: async () => undefined,
    modeBeforePlan: () => 'auto_edit' as const,
    update: (callId: string, text: string) => {
      order.push(`${callId} says ${text}`);
    },
  };
  const [record] = await runCall(call, parts, new AbortController().signal);
  return { record, order };
}
const finished = (text: string, more = {}): object => ({
  type: 'tool_finished',
  body: { callId: 'c1', name: 'tool', content: [{ type: 'text', text }], isError: false, ...more },
});
const failed = (errorType: string, text: unknown): object => finished(text as string, { isError: true, errorType });

test('a read that needed approval has its own start, so that the time of the approval does not count', async () => {
  const once = { kind: 'confirmation', outcome: 'once', digest: 'd' } as const;
  expect((await run({ verdict: 'ask', outcome: once }, { effect: 'read' })).order).toContain('tool_started');
  expect((await run({}, { effect: 'read' })).order).not.toContain('tool_started');
});

test('plugins see the result of a recovered call, and are notified of one with an unknown outcome', async () => {
  const heard: string[] = [];
  class Listening extends BasePlugin {
    override async afterToolCallback({ result }: { result: object }): Promise<undefined> {
      heard.push(`after ${JSON.stringify(result)}`);
      return undefined;
    }

    override async onToolErrorCallback({ error }: { error: Error }): Promise<undefined> {
      heard.push(`error ${error.message.slice(0, 30)}`);
      return undefined;
    }
  }
  const plugins = [new Listening('listening')];
  const { record } = await run({ key: 'c1' }, { plugins, reattach: async () => succeed('joined') });
  expect(record).toEqual(finished('joined'));
  await run({ key: 'c1' }, { plugins });
  expect(heard).toEqual(['after {"output":"joined"}', 'error tool was running when its proc']);
});

test.each<[string, unknown]>([
  ['a string', 'done'],
  ['nothing', undefined],
  ['null', null],
  ['an object without content', { ok: true }],
  ['content that is not a list', { ok: true, content: 'done' }],
  ['parts without a type', { ok: true, content: ['done'] }],
  ['content without ok', { content: [] }],
])('a tool that returns %s has failed', async (_, returned) => {
  const { record } = await run({}, { run: async () => returned as never });
  expect(record).toMatchObject(failed('unhandled_exception', expect.stringContaining('did not return a result')));
});

test('a recovered call whose tool returns anything but a result has failed', async () => {
  const { record } = await run({ key: 'c1' }, { reattach: async () => 'done' as never });
  expect(record).toMatchObject(failed('unhandled_exception', expect.stringContaining('did not return a result')));
});

describe('beside commands of an earlier owner that may still run', () => {
  const verdict: FenceVerdict = { kind: 'unproved', reason: 'it is on far', isForced: false };

  test('a call with an effect does not start, and a read does', async () => {
    const { record, order } = await run({}, { verdict });
    expect(record).toMatchObject(failed('workspace_in_use', expect.stringContaining('it is on far')));
    expect(order).toEqual([]);
    expect((await run({}, { verdict, effect: 'read' })).record).toEqual(finished('ran'));
  });

  test('a call starts once a user goes on without proof', async () => {
    const { record, order } = await run({}, { verdict: { ...verdict, isForced: true } });
    expect(record).toEqual(finished('ran'));
    expect(order).toEqual(['tool_started', 'run x as c1']);
  });

  test('a call that was started before is joined, or reported as possibly running', async () => {
    const joined = await run({ key: 'c1' }, { verdict, reattach: async () => succeed('joined') });
    expect(joined.record).toEqual(finished('joined'));
    const { record } = await run({ key: 'c1' }, { verdict });
    expect(record).toMatchObject({ type: 'tool_interrupted', body: { commands: 'may_run' } });
  });
});

describe('a call that has not started', () => {
  test('is recorded as started before it has any effect', async () => {
    const { record, order } = await run({});
    expect(order).toEqual(['tool_started', 'run x as c1']);
    expect(record).toEqual(finished('ran'));
  });

  test('has no effect if its start cannot be recorded', async () => {
    const order: string[] = [];
    const started = run(
      {},
      {
        append: async () => {
          throw new AgentError('SESSION_FENCED', 'taken over');
        },
        run: async () => {
          order.push('ran');
          return succeed('');
        },
      },
    );
    await expect(started).rejects.toMatchObject({ code: 'SESSION_FENCED' });
    expect(order).toEqual([]);
  });

  test('runs with its current arguments', async () => {
    expect((await run({ args: { path: 'edited' } })).order).toContain('run edited as c1');
  });

  test('does not look for an earlier run', async () => {
    const { order } = await run({}, { reattach: async () => succeed('old') });
    expect(order).toEqual(['tool_started', 'run x as c1']);
  });

  test('records everything that the tool returns', async () => {
    const more = { display: { type: 'text', text: 'shown' }, data: { n: 1 }, artifact: '/a' } as const;
    expect((await run({}, { run: async () => succeed('ran', more) })).record).toEqual(finished('ran', more));
  });

  test.each<[string, () => Promise<ToolOutcome>, object]>([
    ['fails', async () => fail('file_not_found', 'no x'), failed('file_not_found', 'no x')],
    [
      'throws',
      async () => {
        throw new TypeError('a bug');
      },
      failed('unhandled_exception', 'a bug'),
    ],
    [
      'throws with a hint',
      async () => {
        throw new AgentError('INTERNAL', 'no room', { hint: 'make some' });
      },
      failed('unhandled_exception', 'no room (make some)'),
    ],
  ])('that %s has a response that says so', async (_, does, record) => {
    expect((await run({}, { run: does })).record).toEqual(record);
  });

  test('that returns too much is truncated', async () => {
    const { record } = await run({}, { run: async () => succeed('x'.repeat(50_000)) });
    expect(record).toMatchObject({ body: { artifact: '/artifacts/c1.txt' } });
  });

  test('can report progress', async () => {
    const does = async ({ update }: ToolScope): Promise<ToolOutcome> => {
      update('half way');
      return succeed('');
    };
    expect((await run({}, { run: does })).order).toContain('c1 says half way');
  });
});

describe('a call that may not run', () => {
  const confirmation = { kind: 'confirmation', digest: 'd' } as const;
  test.each<[string, Partial<CallState>, string]>([
    ['denied', { verdict: 'ask', outcome: { ...confirmation, outcome: 'denied' } }, 'the user denied this call'],
    [
      'denied with a reason',
      { verdict: 'ask', outcome: { ...confirmation, outcome: 'denied', reason: 'too late' } },
      'the user denied this call: too late',
    ],
    ['declined', { verdict: 'ask', outcome: { kind: 'declined' } }, 'the user denied this call'],
    ['left unanswered', { verdict: 'ask', outcome: { kind: 'expired' } }, 'the user did not answer in time'],
  ])('because it was %s has a response and no effect', async (_, changes, text) => {
    const { record, order } = await run(changes);
    expect(record).toEqual(failed('denied', text));
    expect(order).toEqual([]);
  });

  test('because its arguments were edited to invalid ones does not start', async () => {
    const { record, order } = await run({ args: { path: 1 } });
    expect(record).toEqual(failed('invalid_tool_params', expect.stringContaining('Invalid arguments for tool')));
    expect(order).toEqual([]);
  });

  test('because its tool no longer exists does not start', async () => {
    const { record, order } = await run({ name: 'gone' });
    expect(record).toMatchObject({ body: { errorType: 'invalid_tool_params', isError: true } });
    expect(order).toEqual([]);
  });
});

describe('a call that a dead process had started', () => {
  const begun = { key: 'k0' } as const;
  const told = {
    type: 'tool_interrupted',
    body: {
      callId: 'c1',
      name: 'tool',
      reason:
        'tool was running when its process ended, so its outcome is unknown. It was not run again: check the current state before you repeat it.',
    },
  };

  test.each<[Tool['effect'], string[], object]>([
    ['read', ['run x as k0'], finished('ran')],
    ['write', [], told],
    ['execute', [], told],
    ['network', [], told],
  ])('with effect %s and nothing to recover is rerun only if it reads', async (effect, order, record) => {
    expect(await run(begun, { effect })).toEqual({ order, record });
  });

  test.each(['read', 'write', 'execute', 'network'] as const)(
    'with effect %s is recovered if it can be found, and not run again',
    async (effect) => {
      expect(await run(begun, { effect, reattach: async () => succeed('went on') })).toEqual({
        order: ['reattach as k0'],
        record: finished('went on'),
      });
    },
  );

  test.each<[Tool['effect'], string[], object]>([
    ['read', ['reattach as k0', 'run x as k0'], finished('ran')],
    ['execute', ['reattach as k0'], told],
  ])('with effect %s is looked for first', async (effect, order, record) => {
    expect(await run(begun, { effect, reattach: async () => undefined })).toEqual({ order, record });
  });

  test('is not run if looking for it fails', async () => {
    const reattach = async (): Promise<undefined> => {
      throw new TypeError('the supervisor is gone');
    };
    expect(await run(begun, { reattach })).toEqual({
      order: ['reattach as k0'],
      record: failed('unhandled_exception', 'the supervisor is gone'),
    });
  });

  test('has its output truncated like any other', async () => {
    const { record } = await run(begun, { reattach: async () => succeed('x'.repeat(50_000)) });
    expect(record).toMatchObject({ body: { artifact: '/artifacts/c1.txt' } });
  });
});

type Given = Record<string, unknown> | undefined;
class Answering extends BasePlugin {
  readonly #at: 'before' | 'after' | 'error';

  constructor(at: 'before' | 'after' | 'error') {
    super(at);
    this.#at = at;
  }

  override async beforeToolCallback(): Promise<Given> {
    return this.#at === 'before' ? { output: 'before' } : undefined;
  }

  override async afterToolCallback({ result }: { result: Record<string, unknown> }): Promise<Given> {
    return this.#at === 'after' ? { output: `after ${JSON.stringify(result)}` } : undefined;
  }

  override async onToolErrorCallback({ error }: { error: Error }): Promise<Given> {
    return this.#at === 'error' ? { output: `handled ${error.message}` } : undefined;
  }
}

describe('a call with ADK plugins', () => {
  test('does not run if a plugin provides the result', async () => {
    const { record, order } = await run({}, { plugins: [new Answering('before')] });
    expect(record).toEqual(finished('before'));
    expect(order).toEqual(['tool_started']);
  });

  test('has the result that a plugin replaces', async () => {
    const { record } = await run({}, { plugins: [new Answering('after')] });
    expect(record).toEqual(finished('after {"output":"ran"}'));
  });

  test('has the result that a plugin returns for an error', async () => {
    const does = async (): Promise<ToolOutcome> => {
      throw new TypeError('a bug');
    };
    const { record } = await run({}, { run: does, plugins: [new Answering('error')] });
    expect(record).toEqual(finished('handled a bug'));
  });

  test('is unchanged if no plugin returns anything', async () => {
    const plugins = [new Answering('error')];
    expect((await run({}, { plugins })).record).toEqual(finished('ran'));
  });

  test('fails without failing the turn if a plugin throws before it', async () => {
    class Throwing extends BasePlugin {
      override async beforeToolCallback(): Promise<undefined> {
        throw new TypeError('out of order');
      }
    }
    const { record, order } = await run({}, { plugins: [new Throwing('t')] });
    expect(record).toEqual(failed('unhandled_exception', expect.stringContaining('out of order')));
    expect(order).toEqual(['tool_started']);
  });
});
