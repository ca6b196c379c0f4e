import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel, type ScriptedStep } from '@bowline/testkit';
import { createMessage, toText, type AgentEvent, type JsonObject } from '@bowline/protocol';
import { expect, test } from 'vitest';
import type { ConfirmationReply, ConfirmationRequest } from '../../packages/sdk/src/confirmations.ts';
import { openSdkBench } from './open-sdk.ts';
import { step } from './play.ts';
import { bash } from './run-commands.ts';

const call = (name: string, args: JsonObject) => step.calls({ name, args });
const apply = call('apply_changes', { summary: 'does it' });

type Answer = ConfirmationReply | ((request: ConfirmationRequest, workspace: string) => ConfirmationReply);

/** Plays a turn in mode preview. The answers go to the approval requests in order. */
async function play(
  steps: readonly ScriptedStep[],
  answers: readonly Answer[],
  files: Readonly<Record<string, string>> = {},
) {
  const bench = openSdkBench();
  const file = (name: string): string => join(bench.workspace, name);
  for (const [name, text] of Object.entries(files)) writeFileSync(file(name), text);
  const asked: ConfirmationRequest[] = [];
  const replies = [...answers];
  const model = scriptedModel(steps);
  const bowline = await bench.open(model, {
    approval: { mode: 'preview' },
    trust: { isTrusted: true },
    onConfirmation: (request) => {
      asked.push(request);
      const reply = replies.shift() ?? 'denied';
      return typeof reply === 'function' ? reply(request, bench.workspace) : reply;
    },
  });
  const events: AgentEvent[] = [];
  bowline.session.subscribe((event) => events.push(event));
  await bowline.ask('go');
  const results = (): readonly (readonly [string, string])[] =>
    events.flatMap((event) =>
      event.type === 'tool_response' ? [[event.errorType ?? 'ok', toText(event.content)] as const] : [],
    );
  const read = (name: string): string | undefined =>
    existsSync(file(name)) ? readFileSync(file(name), 'utf8') : undefined;
  return { bowline, model, asked, results, read, events };
}

test('commands see what earlier ones changed, nothing real changes, and the user applies all of it', async () => {
  let before: string | undefined;
  const { asked, results, read, model } = await play(
    [
      bash('echo made > made; echo two >> a'),
      bash('cat made a'),
      call('replace', { file_path: 'a', instruction: 'shout', old_string: 'two', new_string: 'TWO' }),
      call('read_file', { file_path: 'a' }),
      call('grep_search', { pattern: 'TWO|made' }),
      call('write_file', { file_path: 'new/b', content: 'b\n' }),
      call('list_directory', { dir_path: '.' }),
      apply,
      step.text('done'),
    ],
    [
      (_, workspace) => {
        before = readFileSync(join(workspace, 'a'), 'utf8');
        return 'once';
      },
    ],
    { a: 'one\n' },
  );
  const texts = results().map(([, text]) => text);
  expect(results().map(([type]) => type)).toEqual(Array.from({ length: 8 }, () => 'ok'));
  expect(texts[1]).toContain('made\none\ntwo');
  expect(texts[3]).toContain('TWO');
  expect(texts[4]).toMatch(/a:?\n?.*TWO[^]*made/);
  expect(texts[6]).toMatch(/new[^]*a[^]*made/);
  expect(before).toBe('one\n');
  expect(asked.map(({ tool, preview, title }) => [tool, title, preview?.files.map(({ path }) => path)])).toEqual([
    ['apply_changes', 'Apply these changes?', ['a', 'made', 'new/b']],
  ]);
  expect([read('a'), read('made'), read('new/b')]).toEqual(['one\nTWO\n', 'made\n', 'b\n']);
  expect(model.requests).toHaveLength(9);
});

test('a turn that ends with pending changes asks by itself, and does not call the model again', async () => {
  const { asked, read, model, events } = await play([bash('echo x > x'), step.text('done')], ['once']);
  expect(asked.map(({ tool }) => tool)).toEqual(['apply_changes']);
  expect(read('x')).toBe('x\n');
  expect(model.requests).toHaveLength(2);
  expect(events.at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });
});

test('denying discards, and the model is told; what it is told has the form of a message if it did not ask', async () => {
  const own = await play(
    [bash('echo x > x'), step.text('done'), step.text('I see')],
    [{ outcome: 'denied', reason: 'wrong file' }],
  );
  expect(own.read('x')).toBeUndefined();
  const last = own.model.requests.at(-1)?.contents.at(-1);
  expect(last).toMatchObject({ role: 'user' });
  expect(JSON.stringify(last)).toContain('discarded the pending changes: wrong file');
  expect(JSON.stringify(last)).not.toContain('functionResponse');
  const asking = await play([bash('echo x > x'), apply, bash('ls'), step.text('done')], ['denied']);
  expect(asking.results()[1]).toMatchObject([
    'denied',
    expect.stringContaining('The workspace is as it was') as string,
  ]);
  expect(asking.results()[2]?.[1]).not.toContain('x');
  expect(asking.asked).toHaveLength(1);
});

test("a person's edit in between is a conflict that is named, and nothing is applied", async () => {
  const { results, read, asked } = await play(
    [bash('echo agent > a; echo n > n'), apply, step.text('sorry'), step.text('discarded')],
    [
      (_, workspace) => {
        writeFileSync(join(workspace, 'a'), 'person\n');
        return 'once';
      },
      'denied',
    ],
    { a: 'one\n' },
  );
  expect(results()[1]).toMatchObject(['preview_conflict', expect.stringContaining('since: a.') as string]);
  expect([read('a'), read('n')]).toEqual(['person\n', undefined]);
  // The turn does not end before it is decided.
  expect(asked.map(({ preview }) => preview?.conflicts)).toEqual([[], ['a']]);
});

test('if Bowline asked and a file has changed since, it asks again at once, without the model', async () => {
  const { read, asked, model, events } = await play(
    [bash('echo agent > a; echo n > n'), step.text('done')],
    [
      (_, workspace) => {
        writeFileSync(join(workspace, 'a'), 'person\n');
        return 'once';
      },
      ({ preview }) => ({ outcome: 'once', preview: preview?.previewId ?? '', overwrites: true }),
    ],
    { a: 'one\n' },
  );
  expect(asked.map(({ tool, preview }) => [tool, preview?.conflicts])).toEqual([
    ['apply_changes', []],
    ['apply_changes', ['a']],
  ]);
  expect([read('a'), read('n')]).toEqual(['agent\n', 'n\n']);
  expect(model.requests).toHaveLength(2);
  expect(events.at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });
});

test('a host that always allows what cannot be applied is not asked forever', async () => {
  const { read, asked, model } = await play(
    [bash('echo agent > a'), step.text('done')],
    Array.from({ length: 20 }, () => (_: unknown, workspace: string) => {
      writeFileSync(join(workspace, 'a'), 'person\n');
      return 'once' as const;
    }),
    { a: 'one\n' },
  );
  expect([read('a'), asked.length, model.requests.length]).toEqual(['person\n', 5, 2]);
});

test('the user can apply over other changes', async () => {
  const { read } = await play(
    [bash('echo agent > a'), step.text('done')],
    [
      ({ preview }, workspace) => {
        writeFileSync(join(workspace, 'a'), 'person\n');
        return { outcome: 'once', preview: preview?.previewId ?? '', overwrites: true };
      },
    ],
    { a: 'one\n' },
  );
  expect(read('a')).toBe('agent\n');
});

test('an apply can be undone like any other change', async () => {
  const { bowline, read, events } = await play([bash('echo two > a'), step.text('done')], ['once'], { a: 'one\n' });
  expect(read('a')).toBe('two\n');
  const message = events.find((event) => event.type === 'message' && event.role === 'user');
  await bowline.session.send({ action: { name: 'rewind', data: { before: message?.id ?? '', files: true } } });
  expect(read('a')).toBe('one\n');
});

test('a rewind removes what is pending', async () => {
  const bench = openSdkBench();
  const model = scriptedModel([
    bash('echo one > one'),
    { hang: 'body', chunks: [{ text: 'thinking' }] },
    bash('ls'),
    step.text('done'),
  ]);
  const options = { approval: { mode: 'preview' }, trust: { isTrusted: true } } as const;
  const asked: string[] = [];
  const onConfirmation = ({ tool }: ConfirmationRequest): ConfirmationReply => {
    asked.push(tool);
    return 'once';
  };
  const bowline = await bench.open(model, { ...options, onConfirmation });
  const { session } = bowline;
  const events: AgentEvent[] = [];
  session.subscribe((event) => events.push(event));
  await session.send(createMessage('go'));
  await expect.poll(() => events.some(({ type }) => type === 'message_delta'), { timeout: 20_000 }).toBe(true);
  await session.abort();
  await expect.poll(() => events.some(({ type }) => type === 'agent_end')).toBe(true);
  const message = events.find((event) => event.type === 'message' && event.role === 'user');
  await session.send({ action: { name: 'rewind', data: { before: message?.id ?? '' } } });
  await bowline.ask('again');
  const texts = events.flatMap((event) => (event.type === 'tool_response' ? [toText(event.content)] : []));
  expect(texts.at(-1)).not.toContain('one');
  expect(asked).toEqual([]);
});

test('what cannot be aside is asked about, and runs in the workspace', async () => {
  const { asked, read } = await play(
    [bash('echo real > real; sleep 0.1', { is_background: true }), step.text('done')],
    ['once'],
  );
  expect(asked.map(({ tool, canPreview }) => [tool, canPreview])).toEqual([['run_shell_command', undefined]]);
  await expect.poll(() => read('real')).toBe('real\n');
});

test('a command that leaves something out says so, and one whose changes cannot be kept changes nothing', async () => {
  const { results } = await play(
    [
      bash('curl -sS https://example.com/ > page; true'),
      bash('echo lost > lost; sleep 60', { timeout_ms: 1000 }),
      bash('ls'),
      apply,
      step.text('done'),
    ],
    ['denied'],
  );
  expect(results()[0]?.[1]).toContain('a preview has no network');
  expect(results()[1]).toMatchObject(['changes_not_kept', expect.stringContaining('were not kept') as string]);
  expect(results()[2]?.[1]).not.toContain('lost');
});

test('what is dangerous or hidden is decided before it runs aside', async () => {
  const { asked, results } = await play(
    [bash('cat .env'), bash('cat secret; echo x > x'), call('read_file', { file_path: 'secret' }), step.text('done')],
    ['denied', 'once'],
    { '.env': 'TOKEN=abcdef\n', secret: 'hidden text\n', '.bowlineignore': 'secret\n' },
  );
  expect(asked.map(({ tool, canPreview }) => [tool, canPreview])).toEqual([
    ['run_shell_command', undefined],
    ['apply_changes', true],
  ]);
  expect(results().map(([type]) => type)).toEqual(['denied', 'ok', 'file_hidden', 'ok']);
  expect(
    results()
      .map(([, text]) => text)
      .join(),
  ).not.toContain('hidden text');
});

test('a rule that denies holds, and a rule that asks is asked before the command runs aside', async () => {
  const bench = openSdkBench();
  const policy = join(bench.workspace, '..', 'rules.toml');
  writeFileSync(
    policy,
    `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "touch"\ndecision = "deny"\npriority = 100\n
[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "mkdir"\ndecision = "ask_user"\npriority = 100\nmodes = ["default", "yolo"]\n`,
  );
  const asked: string[] = [];
  const events: AgentEvent[] = [];
  const bowline = await bench.open(
    scriptedModel([bash('touch t'), bash('mkdir d; echo in > d/f'), step.text('done')]),
    {
      approval: { mode: 'preview', policies: [policy] },
      trust: { isTrusted: true },
      onConfirmation: ({ tool }) => {
        asked.push(`${tool} ${String(existsSync(join(bench.workspace, 'd')))}`);
        return 'once';
      },
    },
  );
  bowline.session.subscribe((event) => events.push(event));
  await bowline.ask('go');
  expect(asked).toEqual(['run_shell_command false', 'apply_changes false']);
  expect(readFileSync(join(bench.workspace, 'd/f'), 'utf8')).toBe('in\n');
  const errors = events.flatMap((event) => (event.type === 'tool_response' ? [event.errorType ?? 'ok'] : []));
  expect(errors).toEqual(['policy_violation', 'ok', 'ok']);
});

test('a rule of the user can apply what is pending without a question', async () => {
  const bench = openSdkBench();
  const policy = join(bench.workspace, '..', 'rules.toml');
  writeFileSync(policy, '[[rule]]\ntoolName = "apply_changes"\ndecision = "allow"\npriority = 100\n');
  const asked: string[] = [];
  const bowline = await bench.open(scriptedModel([bash('echo x > x'), step.text('done')]), {
    approval: { mode: 'preview', policies: [policy] },
    trust: { isTrusted: true },
    onConfirmation: ({ tool }) => {
      asked.push(tool);
      return 'denied';
    },
  });
  await bowline.ask('go');
  expect(asked).toEqual([]);
  expect(readFileSync(join(bench.workspace, 'x'), 'utf8')).toBe('x\n');
});

test('where a rule allows changes that cannot be applied, the user is asked, once', async () => {
  const bench = openSdkBench();
  const policy = join(bench.workspace, '..', 'rules.toml');
  const a = join(bench.workspace, 'a');
  writeFileSync(policy, '[[rule]]\ntoolName = "apply_changes"\ndecision = "allow"\npriority = 100\n');
  writeFileSync(a, 'one\n');
  const model = scriptedModel([
    bash('echo agent > a'),
    step.text('done'),
    step.text('I see'),
  ]);
  const asked: ConfirmationRequest[] = [];
  const bowline = await bench.open(model, {
    approval: { mode: 'preview', policies: [policy] },
    trust: { isTrusted: true },
    onConfirmation: (request) => {
      asked.push(request);
      return 'denied';
    },
  });
  bowline.session.subscribe((event) => {
    if (event.type === 'tool_response') writeFileSync(a, 'person\n');
  });
  await bowline.ask('go');
  expect(asked.map(({ tool, rule, preview }) => [tool, rule, preview?.conflicts])).toEqual([
    ['apply_changes', 'a rule allows it, but the changes could not be applied', ['a']],
  ]);
  expect([readFileSync(a, 'utf8'), model.requests.length]).toEqual(['person\n', 3]);
});

test.each(['deny', 'exclude', 'core'] as const)(
  'Bowline asks about pending changes even if the model may not (%s)',
  async (kind) => {
    const bench = openSdkBench();
    const policy = join(bench.workspace, '..', 'rules.toml');
    writeFileSync(policy, '[[rule]]\ntoolName = "apply_changes"\ndecision = "deny"\npriority = 100\n');
    const asked: string[] = [];
    const origin = { file: 'settings.json', line: 1, tier: 'user' as const };
    const model = scriptedModel([bash('echo x > x'), apply, step.text('done')]);
    const rules = {
      deny: { policies: [policy] },
      exclude: { toolLists: [{ ...origin, key: 'tools.exclude' as const, names: ['apply_changes'] }] },
      core: { toolLists: [{ ...origin, key: 'tools.core' as const, names: ['run_shell_command'] }] },
    };
    const bowline = await bench.open(model, {
      approval: { mode: 'preview', ...rules[kind] },
      trust: { isTrusted: true },
      onConfirmation: ({ tool }) => {
        asked.push(tool);
        return 'once';
      },
    });
    const errors: (string | undefined)[] = [];
    bowline.session.subscribe((event) => {
      if (event.type === 'tool_response') errors.push(event.errorType);
    });
    await bowline.ask('go');
    expect(asked).toEqual(['apply_changes']);
    expect(errors).toEqual([undefined, 'policy_violation', undefined]);
    expect(readFileSync(join(bench.workspace, 'x'), 'utf8')).toBe('x\n');
    expect(model.requests).toHaveLength(3);
  },
);

test('apply_changes is for pending changes, and is called alone', async () => {
  const { results, asked } = await play(
    [
      apply,
      step.calls(
        { name: 'run_shell_command', args: { command: 'echo x > x' } },
        { name: 'apply_changes', args: { summary: 's' } },
      ),
      step.text('done'),
    ],
    ['once'],
  );
  expect(results().map(([type]) => type)).toEqual(['nothing_pending', 'not_alone', 'ok', 'ok']);
  expect(asked).toHaveLength(1);
});

test('commands of one step run one after the other, so that none loses the changes of another', async () => {
  const { read } = await play(
    [
      step.calls(
        ...[1, 2, 3].map((n) => ({
          name: 'run_shell_command',
          args: { command: `echo ${n} >> list; echo ${n} > f${n}` },
        })),
      ),
      step.text('done'),
    ],
    ['once'],
  );
  expect(read('list')?.split('\n').toSorted()).toEqual(['', '1', '2', '3']);
  expect([read('f1'), read('f2'), read('f3')]).toEqual(['1\n', '2\n', '3\n']);
});

test('a session goes on with what is pending after an abort, and decides it at the end of the next turn', async () => {
  const bench = openSdkBench();
  const asked: string[] = [];
  const model = scriptedModel([
    bash('echo x > x'),
    { hang: 'body', chunks: [{ text: 'thinking' }] },
    bash('cat x'),
    step.text('done'),
  ]);
  const bowline = await bench.open(model, {
    approval: { mode: 'preview' },
    trust: { isTrusted: true },
    onConfirmation: ({ tool }) => {
      asked.push(tool);
      return 'once';
    },
  });
  const { session } = bowline;
  const events: AgentEvent[] = [];
  session.subscribe((event) => events.push(event));
  await session.send(createMessage('go'));
  await expect.poll(() => events.some(({ type }) => type === 'message_delta'), { timeout: 20_000 }).toBe(true);
  await session.abort();
  await expect.poll(() => events.some(({ type }) => type === 'agent_end')).toBe(true);
  await session.send({ update: { mode: 'default' } });
  await bowline.ask('again');
  expect(asked).toEqual(['apply_changes']);
  const [, cat] = events.flatMap((event) => (event.type === 'tool_response' ? [toText(event.content)] : []));
  expect(cat).toContain('x');
  expect(readFileSync(join(bench.workspace, 'x'), 'utf8')).toBe('x\n');
});

test('is refused where no one could decide, and where no command can run aside', async () => {
  const bench = openSdkBench();
  await expect(bench.open(scriptedModel([]), { approval: { mode: 'preview' } })).rejects.toThrow('someone who applies');
});
