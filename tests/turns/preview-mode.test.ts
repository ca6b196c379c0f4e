import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel } from '@bowline/testkit';
import { createMessage, toText, type AgentEvent } from '@bowline/protocol';
import { expect, test } from 'vitest';
import type { ConfirmationReply, ConfirmationRequest } from '../../packages/sdk/src/confirmations.ts';
import { openSdkBench } from './open-sdk.ts';
import { step } from './play.ts';
import { apply, call, playPreview } from './play-preview.ts';
import { bash } from './run-commands.ts';

test('commands see what earlier ones changed, nothing real changes, and the user applies all of it', async () => {
  let before: string | undefined;
  const { asked, results, read, model } = await playPreview(
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
  expect(texts[7]).toContain('The user allowed the pending changes');
  expect(before).toBe('one\n');
  expect(asked.map(({ tool, preview, title }) => [tool, title, preview?.files.map(({ path }) => path)])).toEqual([
    ['apply_changes', 'Apply these changes?', ['a', 'made', 'new/b']],
  ]);
  expect([read('a'), read('made'), read('new/b')]).toEqual(['one\nTWO\n', 'made\n', 'b\n']);
  expect(model.requests).toHaveLength(9);
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
  const { asked, read } = await playPreview(
    [bash('echo real > real; sleep 0.1', { is_background: true }), step.text('done')],
    ['once'],
  );
  expect(asked.map(({ tool, canPreview }) => [tool, canPreview])).toEqual([['run_shell_command', undefined]]);
  await expect.poll(() => read('real')).toBe('real\n');
});

test('a path that only a pending link leads out of the workspace is not written, and not asked about', async () => {
  const { asked, results, read } = await playPreview(
    [
      bash('ln -s ../out l; ln -s ../out/s k'),
      call('write_file', { file_path: 'l/f', content: 'x\n' }),
      call('write_file', { file_path: 'k', content: 'x\n' }),
      step.text('done'),
      step.text('discarded'),
    ],
    ['denied'],
  );
  expect(asked.map(({ tool }) => tool)).toEqual(['apply_changes']);
  for (const at of [1, 2])
    expect(results()[at]).toMatchObject(['policy_violation', expect.stringContaining('is not applied yet') as string]);
  expect([read('l/f'), read('k')]).toEqual([undefined, undefined]);
});

test('a command that leaves something out says so, and one whose changes cannot be kept changes nothing', async () => {
  const { results } = await playPreview(
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
  const { asked, results } = await playPreview(
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

test('commands of one step run one after the other, so that none loses the changes of another', async () => {
  const { read } = await playPreview(
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
