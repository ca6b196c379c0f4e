import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMessage } from '@bowline/protocol';
import { answer, outline, type ScriptedStep } from '@bowline/testkit';
import { afterEach, expect, test } from 'vitest';
import { describeLeaving } from '../../packages/cli/src/interactive/describe-leaving.ts';
import { noteActions, openScreenBench, turn, type ScreenBench } from './screen-bench.ts';

let bench: ScreenBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

async function open(...steps: readonly ScriptedStep[]): Promise<ScreenBench> {
  bench = await openScreenBench(...steps);
  return bench;
}

const still = (): AbortSignal => new AbortController().signal;

test('a session can be opened, used, closed and resumed', async () => {
  const { host, keeper } = await open(answer.text('Hello.'), answer.text('Again.'));
  const first = await (await host()).abilities.open({ kind: 'new' });
  expect(first).toMatchObject({ isUnfinished: false, isAttached: false });
  expect(outline(await turn(first.agent, 'hi'))).toContain('agent: Hello.');
  const { sessionId } = first.agent;
  await first.close();
  expect(describeLeaving(keeper.last, keeper.used)).toMatch(
    new RegExp(`^\nTo resume this session: bowline --resume ${sessionId}\nUsed: [\\d,]+ input tokens`),
  );
  const again = await host('--resume', sessionId);
  expect(again.start.choice).toMatchObject({ kind: 'resume', sessionId });
  const second = await again.abilities.open(again.start.choice);
  expect(outline(await turn(second.agent, 'more'))).toContain('agent: Again.');
  await second.close();
});

test('an unused session leaves no files', async () => {
  const { host, home, keeper } = await open();
  const opened = await (await host()).abilities.open({ kind: 'new' });
  await opened.close();
  expect(readdirSync(join(home, 'sessions')).filter((name) => name === opened.agent.sessionId)).toEqual([]);
  expect(describeLeaving(keeper.last, keeper.used)).toBe('');
});

test('a fork is the session before a message, and continues independently', async () => {
  const { host, server } = await open(answer.text('A'), answer.text('B'), answer.text('C'));
  const { abilities } = await host();
  const first = await abilities.open({ kind: 'new' });
  await turn(first.agent, 'zebra');
  const [, second] = await turn(first.agent, 'giraffe');
  await first.close();
  const fork = await abilities.open({ kind: 'fork', sessionId: first.agent.sessionId, before: second?.id ?? '' });
  expect(fork.agent.sessionId).not.toBe(first.agent.sessionId);
  const [here, original] = [fork, first].map(({ agent }) => agent.sessionId.split('-')[0] ?? '');
  expect(fork.notes).toEqual([`Forked "zebra" as ${here ?? ''} · /resume ${original ?? ''} goes back`]);
  await turn(fork.agent, 'okapi');
  const sent = JSON.stringify(server.requests.at(-1)?.body);
  expect(['zebra', 'giraffe', 'okapi'].map((word) => sent.includes(word))).toEqual([true, false, true]);
  await fork.close();
});

test('a fork is kept without a message of its own', async () => {
  const { host } = await open(answer.text('A'));
  const { abilities } = await host();
  const first = await abilities.open({ kind: 'new' });
  await turn(first.agent, 'zebra');
  await first.close();
  const fork = await abilities.open({ kind: 'fork', sessionId: first.agent.sessionId, before: null });
  await fork.close();
  const again = await abilities.open({ kind: 'resume', sessionId: fork.agent.sessionId });
  expect(again.agent.sessionId).toBe(fork.agent.sessionId);
  await again.close();
});

test('a question in between reopens the session, even without messages', async () => {
  const { host, keeper } = await open();
  const { abilities, commands } = await host();
  const opened = await abilities.open({ kind: 'new' });
  await opened.agent.send({ update: { mode: 'plan' } });
  const { actions, done } = noteActions(opened.agent.sessionId);
  await commands.find(({ name }) => name === 'auth')?.run(['set', 'gemini'], actions);
  expect(done).toEqual([expect.stringContaining(`"sessionId":"${opened.agent.sessionId}"`)]);
  await opened.close();
  const again = await abilities.open({ kind: 'resume', sessionId: keeper.last?.sessionId ?? '' });
  expect((await again.agent.status()).mode).toBe('plan');
  await again.close();
});

test('/auth set refuses an unknown provider and keeps the session open', async () => {
  const { host } = await open();
  const { abilities, commands } = await host();
  const opened = await abilities.open({ kind: 'new' });
  const { actions, done } = noteActions(opened.agent.sessionId);
  const auth = commands.find(({ name }) => name === 'auth');
  await expect(auth?.run(['set', 'nope'], actions)).rejects.toThrow('Unknown provider: nope');
  expect(done).toEqual([]);
  await opened.close();
});

test('ignored parts of a Gemini CLI setup are one warning on the screen, shown once', async () => {
  const { host, env, home } = await open();
  env['GEMINI_SANDBOX'] = 'docker';
  mkdirSync(join(home, '.gemini/commands'), { recursive: true });
  writeFileSync(join(home, '.gemini/commands/fix.toml'), '');
  const { abilities } = await host();
  const first = await abilities.open({ kind: 'new' });
  expect(first.warnings).toEqual([
    'Bowline ignores 2 items of your Gemini CLI setup: container sandbox, custom commands. To list them: bowline settings ignored',
  ]);
  await first.close();
  const second = await abilities.open({ kind: 'new' });
  expect(second.warnings).toEqual([]);
  await second.close();
});

test('--strict-settings also prevents a session from opening on the screen', async () => {
  const { host, env, home } = await open();
  env['GEMINI_SANDBOX'] = 'docker';
  const { abilities } = await host('--strict-settings');
  await expect(abilities.open({ kind: 'new' })).rejects.toMatchObject({
    code: 'SETTINGS_INVALID',
    message: expect.stringContaining('containers are not supported') as string,
  });
  expect(existsSync(join(home, 'sessions'))).toBe(false);
});

test('a session without a key says how to connect a model, stores a key readable only by the user, and uses it', async () => {
  const { host, env, home, server } = await open(answer.text('Hello.'));
  env['GEMINI_API_KEY'] = undefined;
  const { abilities } = await host();
  const first = await abilities.open({ kind: 'new' });
  const { connecting } = first;
  expect(connecting?.providers.map(({ id, variable }) => [id, variable])).toEqual([
    ['gemini', 'GEMINI_API_KEY'],
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['openai', 'OPENAI_API_KEY'],
    ['vertex', null],
    ['local', null],
  ]);
  expect(['AIza1', 'sk-ant-1', 'sk-or-1', 'sk-1', 'x'].map((key) => connecting?.ownerOf(key))).toEqual([
    'gemini',
    'anthropic',
    'openrouter',
    'openai',
    null,
  ]);
  await expect(connecting?.connect('gemini', 'two words')).rejects.toMatchObject({ code: 'SEND_INVALID' });
  expect(await connecting?.connect('gemini', ' pasted-key-1234\n')).toEqual([
    'The API key for gemini works and was stored',
  ]);
  await first.close();
  const { agent, close, connecting: again } = await abilities.open({ kind: 'new' });
  expect(again).toBeUndefined();
  expect(outline(await turn(agent, 'the key is pasted-key-1234'))).toContain('agent: Hello.');
  expect(readFileSync(join(home, 'credentials.json'), 'utf8')).toContain('"pasted-key-1234"');
  expect(JSON.stringify(server.requests.at(-1)?.body)).not.toContain('pasted-key-1234');
  expect(statSync(join(home, 'credentials.json')).mode & 0o077).toBe(0);
  await close();
});

test('a user who goes on without a key gets a session without one, and a hint', async () => {
  const { host, env } = await open();
  env['GEMINI_API_KEY'] = undefined;
  const { abilities } = await host();
  const first = await abilities.open({ kind: 'new' });
  await first.close();
  const { warnings, connecting, close } = await abilities.open({ kind: 'new' });
  expect(connecting).toBeUndefined();
  expect(warnings.join('\n')).toContain('Set GEMINI_API_KEY, or store one');
  await close();
});

test('flags apply to every new session; a resumed session keeps its own values', async () => {
  const { host } = await open(answer.text('A'));
  const { abilities } = await host('-m', 'some-model', '--approval-mode', 'plan');
  const first = await abilities.open({ kind: 'new' });
  expect(await first.agent.status()).toMatchObject({ mode: 'plan' });
  await turn(first.agent, 'hi');
  await first.agent.send({ update: { mode: 'default' } });
  await first.close();
  const second = await abilities.open({ kind: 'resume', sessionId: first.agent.sessionId });
  expect(await second.agent.status()).toMatchObject({ mode: 'default', model: 'some-model' });
  await second.close();
});

test('a prompt is sent with its files and earlier shell commands, and shown as typed', async () => {
  const { host, workspace } = await open();
  writeFileSync(join(workspace, 'a.txt'), 'contents of a');
  const { abilities } = await host();
  expect(await abilities.expand('hello', still())).toEqual({ content: [{ type: 'text', text: 'hello' }], notes: [] });
  const heard: string[] = [];
  await abilities.runShell('echo from the shell', { onOutput: (text) => heard.push(text), signal: still() });
  expect(heard.join('')).toBe('from the shell\n');
  const { content, display } = await abilities.expand('look at @a.txt', still());
  expect(display).toEqual([{ type: 'text', text: 'look at @a.txt' }]);
  const sent = JSON.stringify(content);
  expect([sent.includes('contents of a'), sent.includes('$ echo from the shell')]).toEqual([true, true]);
  expect((await abilities.expand('next', still())).content).toHaveLength(1);
});

test('paths are completed from the workspace, without ignored files', async () => {
  const { host, workspace } = await open();
  mkdirSync(join(workspace, 'src'));
  mkdirSync(join(workspace, 'node_modules'));
  writeFileSync(join(workspace, '.gitignore'), 'node_modules\n');
  for (const file of ['src/index.ts', 'node_modules/index.ts', '.env']) writeFileSync(join(workspace, file), '');
  expect((await (await host()).abilities.completePath('ind', still())).values).toEqual(['src/index.ts']);
});

test('preferences come from settings, including those of Gemini CLI, and are written to those of Bowline', async () => {
  const { host, home } = await open();
  mkdirSync(join(home, '.gemini'));
  writeFileSync(join(home, '.gemini/settings.json'), '{ "general": { "vimMode": true }, "ui": { "theme": "dark" } }');
  expect((await host()).preferences).toEqual({
    theme: 'dark',
    isVim: true,
    hasMotion: true,
    notifications: 'terminal',
  });
  await (await host()).abilities.savePreference({ theme: 'light', isVim: false, notifications: 'bell' });
  expect((await host()).preferences).toEqual({ theme: 'light', isVim: false, hasMotion: true, notifications: 'bell' });
  await (await host()).abilities.savePreference({ notifications: 'off' });
  expect((await host()).preferences.notifications).toBe('off');
  expect((await host('--screen-reader')).terminal.isScreenReader).toBe(true);
});

test('sessions are listed, and their last messages can be previewed', async () => {
  const { host } = await open(answer.text('The answer.'));
  const { abilities } = await host();
  const opened = await abilities.open({ kind: 'new' });
  await turn(opened.agent, 'a question');
  await opened.close();
  const [listed] = await abilities.sessions();
  const { sessionId } = opened.agent;
  expect(listed).toMatchObject({
    sessionId,
    title: 'a question',
    messages: 2,
    isOpen: false,
    isHere: true,
    cost: expect.closeTo(0.0045, 3) as number,
  });
  expect(await abilities.preview(sessionId)).toEqual({ text: '> a question\n\nThe answer.', waitsFor: null });
});

test('a session is listed with what it waits for', async () => {
  const { host } = await open(answer.calls({ name: 'run_shell_command', args: { command: 'npm test' } }));
  const { abilities } = await host();
  const opened = await abilities.open({ kind: 'new' });
  await opened.agent.send(createMessage('please run the tests'));
  await expect.poll(async () => (await opened.agent.status()).pendingInputs.length, { timeout: 20_000 }).toBe(1);
  const { sessionId } = opened.agent;
  expect(await abilities.sessions()).toMatchObject([{ sessionId, title: 'run the tests', pending: 1 }]);
  expect(await abilities.preview(sessionId)).toMatchObject({ waitsFor: 'Run npm test' });
  await opened.close();
});

test('a session can be renamed while it is closed and while another process has it open, and deleted only when closed', async () => {
  const { host } = await open(answer.text('The answer.'));
  const { abilities } = await host();
  const opened = await abilities.open({ kind: 'new' });
  await turn(opened.agent, 'a question');
  const { sessionId } = opened.agent;
  const titles = async (): Promise<readonly string[]> => (await abilities.sessions()).map(({ title }) => title);
  await abilities.rename(sessionId, '  Renamed\n while open ');
  expect(await opened.agent.status()).toMatchObject({ title: 'Renamed while open' });
  await expect(abilities.remove(sessionId)).rejects.toMatchObject({ code: 'SESSION_BUSY' });
  await opened.close();
  expect(await titles()).toEqual(['Renamed while open']);
  await abilities.rename(sessionId, 'Renamed');
  expect(await titles()).toEqual(['Renamed']);
  await abilities.rename(sessionId, '');
  expect(await titles()).toEqual(['a question']);
  await abilities.remove(sessionId);
  expect(await titles()).toEqual([]);
});

test.each([
  ['context', ['show', 'memory'], 'Be brief'],
  ['tools', [], 'read_file'],
  ['memory', ['list'], 'AGENTS.md'],
  ['policies', [], 'built-in policy'],
  ['settings', ['get', 'ui.theme'], 'auto'],
  ['permissions', [], 'trusted'],
  ['pending', [], 'No pending approvals'],
  ['doctor', ['--offline'], 'settings'],
  ['auth', ['status', '--offline'], 'gemini'],
  ['settings', ['get', 'no.such'], 'Unknown setting'],
])('/%s %j prints the same as the subcommand', async (name, words, part) => {
  const { host, home } = await open();
  writeFileSync(join(home, 'AGENTS.md'), 'Be brief.');
  const { actions, done } = noteActions(null);
  await (await host()).commands.find((command) => command.name === name)?.run(words, actions);
  expect(done.join('\n')).toContain(part);
  expect(done.every((line) => line.startsWith('print'))).toBe(true);
});

test.each(['model', 'models', 'grants', 'permissions', 'auth', 'doctor'])(
  '/%s refers to slash commands, not to the command line',
  async (name) => {
    const { host } = await open();
    const { actions, done } = noteActions('s1');
    await (await host()).commands.find((command) => command.name === name)?.run([], actions);
    expect(done).not.toEqual([]);
    expect(done.join('\n')).not.toMatch(/\bbowline (?:auth|models|policy|trust|settings)\b|\s-m\b/);
  },
);

test('/model, /memory reload and /init act on the session', async () => {
  const { host } = await open();
  const { actions, done } = noteActions('s1');
  const run = async (name: string, ...words: readonly string[]): Promise<void> =>
    await (await host()).commands.find((command) => command.name === name)?.run(words, actions);
  await run('model', 'flash');
  await run('memory', 'reload');
  await run('init');
  expect(done.map((line) => line.slice(0, 60))).toEqual([
    'send {"update":{"model":"flash"}}',
    'print The next request uses `flash`.',
    'go {"kind":"resume","sessionId":"s1","notes":["Reloaded the ',
    expect.stringMatching(/^send {"message":/),
  ]);
});

test('/export writes a file and never overwrites one', async () => {
  const { host, workspace } = await open(answer.text('The answer.'));
  const program = await host();
  const opened = await program.abilities.open({ kind: 'new' });
  await turn(opened.agent, 'a question');
  const { actions, done } = noteActions(opened.agent.sessionId);
  const command = program.commands.find(({ name }) => name === 'export');
  await command?.run(['out.md'], actions);
  await command?.run(['out.md'], actions);
  await command?.run(['out.jsonl'], actions);
  expect(readFileSync(join(workspace, 'out.md'), 'utf8')).toContain(
    '## You\n\na question\n\n## Agent\n\nThe answer.\n',
  );
  expect(existsSync(join(workspace, 'out.jsonl'))).toBe(true);
  expect(done[1]).toContain('Could not write `out.md`');
  await opened.close();
});
