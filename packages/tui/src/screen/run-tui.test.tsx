import { AgentError, type AgentEvent } from '@bowline/protocol';
import { calls, emits, hangs, says, type ScriptedAgent } from '@bowline/testkit';
import { afterEach, expect, it, vi } from 'vitest';
import { closeRunStages, openRunStage as openStage } from '../../../../tests/tui/open-run-stage.tsx';

afterEach(closeRunStages);

/** One command that runs in the background. */
function runningTasks() {
  const ended = { exitCode: null, tookMs: null };
  const task = { id: '1', command: 'npm run dev', isRunning: true, startedAt: '', ports: [], ...ended };
  return {
    list: async (): Promise<readonly (typeof task)[]> => [task],
    read: async () => '',
    stop: async () => undefined,
  };
}

it('shows its first frame before a session is open, and sends text typed meanwhile', async () => {
  let let_in: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (let_in = resolve));
  const stage = openStage({
    turns: [[says('Hello, ', 'you.')]],
    open: async () => {
      await gate;
      return {};
    },
  });
  await stage.shows('Bowline 1.2.3');
  await stage.shows('Opening the session');
  await stage.type('good morning\r');
  await stage.shows(/❯ good morning \(not sent yet\)/);
  expect(stage.sent).toEqual([]);
  let_in();
  const shown = await stage.shows('Hello, you.');
  expect(stage.sent).toMatchObject([{ message: { content: [{ text: 'good morning' }] } }]);
  expect(shown).not.toContain('(waits)');
  expect(shown.match(/good morning/g)).toHaveLength(1);
});

it('shows a stream as it arrives and stops it with Escape, keeping typed text', async () => {
  const delta = { type: 'message_delta', messageId: 'm', kind: 'text', text: 'half a sent' } as const;
  const stage = openStage({ turns: [[emits(delta), hangs()]], prompt: 'go' });
  await stage.shows('half a sent');
  await stage.type('next thing');
  await stage.type('\u001B');
  const shown = await stage.shows('Stopped');
  expect(shown).toContain('next thing');
  expect(shown).not.toContain('half a sent'); // it was never recorded
});

it('sends a message to a working agent without starting a new turn', async () => {
  const stage = openStage({ turns: [[hangs()]], prompt: 'go' });
  await stage.shows('Esc to interrupt');
  await stage.type('and this\r');
  await stage.shows(/^❯ and this$/m); // printed, not in the draft
  expect(stage.sent).toHaveLength(2);
});

it('asks a question and continues with the answer', async () => {
  const stage = openStage({
    turns: [[calls({ name: 'write', result: 'ok', isAsked: true }), says('Done.')]],
    prompt: 'go',
  });
  await stage.shows('run write?');
  await stage.type('y');
  await stage.shows(/^│ ❯ y$/m);
  await stage.type('\t');
  stage.pass(450); // a key that comes too soon is not an answer
  await stage.type('y');
  await stage.shows('Done.');
  expect(stage.sent.at(-1)).toMatchObject({ input: { answer: { kind: 'confirmation', outcome: 'once' }, by: 'ada' } });
  expect(stage.shown()).not.toContain('Allow once');
});

it('resumes an unfinished turn', async () => {
  const stage = openStage({ open: async () => ({ isUnfinished: true }) });
  await stage.shows('Resuming it');
  expect(stage.sent).toEqual([{ action: { name: 'resume' } }]);
});

it('shows the newest items of a long session, and the number of older ones', async () => {
  const stage = openStage({
    open: async (agent) => {
      for (let n = 0; n < 251; n += 1) await agent.send({ update: { model: `model-${n}` } });
      return {};
    },
  });
  await stage.shows('model-250');
  expect(stage.shown()).toContain('150 earlier items');
});

it('shows why a session cannot be opened and a hint, and tries again when a message is sent', async () => {
  let tries = 0;
  const stage = openStage({
    turns: [[says('At last.')]],
    open: async () => {
      tries += 1;
      if (tries === 1) throw new AgentError('MODEL_AUTH', 'there is no key', { hint: 'set GEMINI_API_KEY' });
      return {};
    },
  });
  const shown = await stage.shows('there is no key');
  expect(shown).toContain('set GEMINI_API_KEY');
  await stage.type('now\r');
  await stage.shows('At last.');
});

it('runs its own and custom commands, and suggests names for an unknown one', async () => {
  const stage = openStage();
  await stage.shows('/ commands');
  await stage.type('!ls\r');
  await stage.shows('from the shell');
  await stage.type('/rewint\r');
  await stage.shows('Did you mean `/rewind`');
});

it('starts a new session with /clear', async () => {
  const stage = openStage({ turns: [[says('Hello.')]], prompt: 'hi' });
  await stage.shows('Hello.');
  await stage.shows('/ commands');
  await stage.type('/clear');
  await stage.type('\r');
  await stage.shows(/^(?![^]*Hello\.)/);
  expect(stage.chosen).toEqual([{ kind: 'new' }, { kind: 'new' }]);
});

it('keeps what was printed when the same session is opened again, shows its messages once, and says what changed', async () => {
  let first: ScriptedAgent | undefined;
  const stage = openStage({
    turns: [[says('Hello.')]],
    prompt: 'hi',
    // It is too new for the list.
    abilities: { sessions: async () => [] },
    open: async (agent) => {
      if (first !== undefined) return { agent: first, notes: ['Sandbox: off'] };
      first = agent;
      return {};
    },
  });
  await stage.shows('Hello.');
  await stage.shows('/ commands');
  await stage.type('/nothing\r');
  await stage.shows('Unknown command');
  await stage.type('/resume scripted\r');
  const shown = await stage.shows('· Sandbox: off');
  expect(shown).toContain('Unknown command');
  expect(shown.match(/Hello\./g)).toHaveLength(1);
  expect(stage.chosen).toHaveLength(2);
});

it('returns a message to the draft if the user goes on without a model', async () => {
  let opened = 0;
  const connecting = { providers: [], ownerOf: () => null, connect: async () => [] };
  const stage = openStage({
    turns: [[says('Hello.')]],
    prompt: 'hi there',
    open: async () => (++opened === 1 ? { connecting } : { isUnconnected: true }),
  });
  await stage.shows('Connect a model');
  await stage.type('\u001B');
  await stage.shows('│ ❯ hi there');
  await vi.waitFor(() => {
    expect(stage.shown()).not.toContain('not sent yet');
  });
  expect(stage.sent).toEqual([]);
});

it('keeps its session if the one to resume does not exist', async () => {
  const stage = openStage({ turns: [[says('Hello.')], [says('Still here.')]], prompt: 'hi' });
  await stage.shows('Hello.');
  await stage.shows('/ commands');
  await stage.type('/resume zzz\r');
  await stage.shows('No session that can be resumed starts with zzz');
  await stage.type('again\r');
  await stage.shows('Still here.');
  expect(stage.chosen).toEqual([{ kind: 'new' }]);
});

it('quits on the second Ctrl-C, and on Ctrl-D', async () => {
  const stage = openStage();
  await stage.shows('/ commands');
  await stage.type('\u0003');
  await stage.shows('Press Ctrl-C again');
  await stage.type('\u0003');
  expect(await stage.code).toBe(0);
  const other = openStage();
  await other.shows('/ commands');
  await other.type('\u0004');
  expect(await other.code).toBe(0);
});

it('clears the draft, then stops the turn, and then warns before Ctrl-C quits', async () => {
  const stage = openStage({ turns: [[says('Well'), hangs()]], prompt: 'go' });
  await stage.shows('Well');
  await stage.type('a draft');
  await stage.shows('❯ a draft');
  await stage.type('\u0003');
  await stage.shows('Add a message');
  expect(stage.shown()).toContain('Esc to interrupt');
  await stage.type('\u0003');
  await stage.shows('Stopped');
  await stage.type('\u0003');
  await stage.shows('Press Ctrl-C again to quit');
  await stage.type('\u0003');
  expect(await stage.code).toBe(0);
});

it.each([
  ['Ctrl-P', '\u0010', 'Go to'],
  ['Ctrl-O', '\u000F', 'This turn'],
  ['Ctrl-T', '\u0014', 'Steps'],
  ['?', '?', 'Help'],
])(
  'closes the panel of %s with Ctrl-C, which does not offer to quit, and suspends from it',
  async (_name, key, title) => {
    let suspended = 0;
    const suspend = async (): Promise<void> => {
      suspended += 1;
    };
    const stage = openStage({ abilities: { suspend } });
    await stage.shows('/ commands');
    await stage.type(key);
    await stage.shows(title);
    await stage.type('\u001A');
    await vi.waitFor(() => {
      expect(suspended).toBe(1);
    });
    await stage.shows(title);
    await stage.type('\u0003');
    await vi.waitFor(() => {
      expect(stage.shown()).not.toContain(title);
    });
    expect(stage.shown()).not.toContain('Press Ctrl-C again');
  },
);

it.each([
  ['Ctrl-O', '\u000F', 'This turn'],
  ['Ctrl-T', '\u0014', 'Steps'],
  ['Ctrl-C twice with a background task', '\u0003\u0003', 'Quit. 1 background task'],
  ['?', '?', 'Help'],
  ['/rewind', '/rewind\r', 'Rewind to before'],
  ['/mode', '/mode\r', 'Shift-Tab cycles'],
])('puts text that is pasted over the panel of %s into the draft', async (_name, keys, title) => {
  const tasks = runningTasks();
  const stage = openStage({ open: async () => ({ tasks }) });
  await stage.shows('Type a request');
  await stage.type(keys);
  await stage.shows(title);
  await stage.paste('pasted words');
  expect(await stage.shows('❯ pasted words')).not.toContain(title);
});

/** After one message, `end` decides how its rewind ends. */
async function openRewind(end: Promise<never>) {
  const open = async (agent: ScriptedAgent) => {
    const send = agent.send.bind(agent);
    agent.send = async (value) => await ('action' in value ? end : send(value));
    return {};
  };
  const stage = openStage({ turns: [[says('Hello.')]], open, prompt: 'a zebra' });
  await stage.shows('Hello.');
  await stage.shows('/ commands');
  await stage.type('mine');
  await stage.type('\u001B\u001B');
  await stage.shows('Rewind to before');
  await stage.type('\r');
  return stage;
}

it('adds what is typed during a rewind to the message in the draft', async () => {
  const stage = await openRewind(new Promise<never>(() => undefined));
  await stage.type(' and more');
  await stage.shows('❯ a zebra and more');
});

it('brings the draft back if a rewind fails', async () => {
  let fail: (thrown: AgentError) => void = () => undefined;
  const stage = await openRewind(new Promise<never>((_, reject) => (fail = reject)));
  await stage.shows('│ ❯ a zebra');
  fail(new AgentError('STORE_FAILED', 'The disk is full'));
  expect(await stage.shows('The disk is full')).toMatch(/^│ ❯ mine$/m);
});

it('puts pasted text into the search of a panel while it has the keyboard', async () => {
  const stage = openStage();
  await stage.shows('/ commands');
  await stage.type('\u0010');
  await stage.shows('Go to');
  await stage.paste('theme');
  expect(await stage.shows('Go to › theme')).not.toContain('❯ theme');
});

it('shows in the top rule that a command of the user runs, and for how long', async () => {
  let end: (outcome: { output: string; exitCode: number }) => void = () => undefined;
  const stage = openStage({
    abilities: {
      runShell: async () =>
        await new Promise((resolve) => {
          end = resolve;
        }),
    },
  });
  await stage.shows('/ commands');
  await stage.type('!make all\r');
  await stage.shows(/Running make all · 1(?:\.\d)? s ─+ Esc to interrupt ─/);
  end({ output: 'made it\nall of it', exitCode: 0 });
  await vi.waitFor(() => {
    expect(stage.shown()).not.toContain('Esc to interrupt');
  });
  await stage.type('\u000F');
  expect(await stage.shows(/This turn .* 1 entry/)).toMatch(/❯ ▸ Run +make all/);
  await stage.type('\r');
  await stage.shows(/│ +all of it/);
});

it('shows the background tasks that an earlier process left, as soon as the session is open', async () => {
  const tasks = runningTasks();
  const stage = openStage({ open: async () => ({ tasks }) });
  await stage.shows('1 background task');
  // So that nothing asks what happens to it.
  tasks.list = async () => [];
});

it('notifies a user in another window that a question is pending', async () => {
  const told: string[] = [];
  const stage = openStage({
    turns: [[calls({ name: 'write', result: 'ok', isAsked: true })]],
    prompt: 'go',
    abilities: { notify: (_title, text) => told.push(text) },
  });
  await stage.shows('run write?');
  expect(told).toEqual(['run write?']);
});

it('removes a question that was answered elsewhere', async () => {
  const asked: AgentEvent[] = [];
  let elsewhere: ScriptedAgent | null = null;
  const stage = openStage({
    turns: [[calls({ name: 'write', result: 'ok', isAsked: true }), says('Done.')]],
    prompt: 'go',
    open: async (agent) => {
      elsewhere = agent;
      agent.subscribe((event) => event.type === 'input_request' && asked.push(event));
      return {};
    },
  });
  await stage.shows('Allow once');
  const [event] = asked;
  if (event?.type !== 'input_request') throw new Error('nothing was asked');
  const { inputId } = event.request;
  const answer = { kind: 'confirmation', outcome: 'once', digest: inputId } as const;
  await (elsewhere as ScriptedAgent | null)?.send({ input: { inputId, answer, by: 'phone' } });
  await stage.shows('Done.');
  expect(stage.shown()).not.toContain('Allow once');
});
