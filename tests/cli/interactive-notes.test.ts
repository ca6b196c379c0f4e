import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { noteActions, openScreenBench, type ScreenBench } from './screen-bench.ts';

let bench: ScreenBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

async function open(): Promise<ScreenBench> {
  bench = await openScreenBench();
  return bench;
}

test.each([
  ['vertex', /gcloud auth application-default login.*GOOGLE_CLOUD_PROJECT.*GOOGLE_CLOUD_LOCATION.*restart/],
  ['local', /\/model ollama\/NAME.*OPENAI_BASE_URL/],
])('a user who wants %s is told the next step, and not that a key is missing', async (provider, told) => {
  const { host, env } = await open();
  env['GEMINI_API_KEY'] = undefined;
  const { abilities } = await host();
  const first = await abilities.open({ kind: 'new' });
  expect(await first.connecting?.connect(provider, null)).toEqual([expect.stringMatching(told)]);
  await first.close();
  const second = await abilities.open({ kind: 'new' });
  expect(second).toMatchObject({ isUnconnected: true });
  expect(second.warnings.join('\n')).not.toContain('API key');
  await second.close();
  const third = await abilities.open({ kind: 'new' });
  expect(third.warnings.join('\n')).toContain('No API key for gemini');
  await third.close();
});

test('/model refuses a model of an unknown provider at once, and says which providers exist', async () => {
  const { host } = await open();
  const { actions, done } = noteActions('s1');
  const model = (await host()).commands.find(({ name }) => name === 'model');
  await expect(model?.run(['nonsense/name'], actions)).rejects.toMatchObject({
    message: 'Unknown provider: nonsense',
    hint: expect.stringMatching(/^Known providers: gemini, .*anthropic/) as string,
  });
  expect(done).toEqual([]);
  await model?.run(['anthropic/some-new-model'], actions);
  expect(done[0]).toBe('send {"update":{"model":"anthropic/some-new-model"}}');
});

test('/sandbox reopens the session, which says what changed', async () => {
  const { host, home } = await open();
  const { abilities, commands } = await host();
  const opened = await abilities.open({ kind: 'new' });
  const { actions, done } = noteActions(opened.agent.sessionId);
  const sandbox = commands.find(({ name }) => name === 'sandbox');
  await sandbox?.run(['off'], actions);
  const choice = { kind: 'resume', sessionId: opened.agent.sessionId, notes: ['Sandbox: off'] } as const;
  expect(done).toEqual([`go ${JSON.stringify(choice)}`]);
  expect(readFileSync(join(home, 'settings.json'), 'utf8')).toContain('"sandbox": "off"');
  await sandbox?.run(['sometimes'], actions);
  expect(done[1]).toMatch(/^print [^]*must be one of off, auto, required/);
  await opened.close();
  const again = await abilities.open(choice);
  expect(again.notes).toEqual(['Sandbox: off']);
  await again.close();
});

test.each([
  ['a file of the administrator', [], /system\.json:1 overrides it/],
  ['the command line', ['--sandbox'], /--sandbox overrides it/],
])('/sandbox says that %s overrides it, and reopens nothing', async (_, argv, told) => {
  const { host, env, home } = await open();
  const file = join(home, 'system.json');
  writeFileSync(file, JSON.stringify({ security: { sandbox: 'required' } }));
  if (argv.length === 0) env['BOWLINE_SYSTEM_SETTINGS'] = file;
  const { abilities, commands } = await host(...argv);
  const opened = await abilities.open({ kind: 'new' });
  const { actions, done } = noteActions(opened.agent.sessionId);
  await commands.find(({ name }) => name === 'sandbox')?.run(['off'], actions);
  expect(done).toEqual([expect.stringMatching(told)]);
  await opened.close();
});

test('a key that was entered in a session is a note, not a warning', async () => {
  const { host } = await open();
  const { abilities } = await host();
  const opened = await abilities.open({ kind: 'new', asks: { kind: 'key', provider: 'gemini' } });
  await opened.agent.send({ input: { inputId: 'key', answer: { kind: 'credential', secret: 'pasted-key-1234' } } });
  const behind = opened.behind?.();
  expect(behind?.notes).toEqual(['The API key for gemini works and was stored']);
  expect(behind?.warnings).toEqual([expect.stringContaining('$GEMINI_API_KEY is set and takes precedence')]);
  await opened.close();
});

test('/settings says that a file cannot be read, and why', async () => {
  const { host, home } = await open();
  const { actions, done } = noteActions('s1');
  const settings = (await host()).commands.find(({ name }) => name === 'settings');
  await settings?.run([], actions);
  expect(done.map((line) => line.split(' ')[0])).toEqual(['pick']);
  writeFileSync(join(home, 'settings.json'), '{broken');
  await settings?.run([], actions);
  expect(done[1]).toMatch(/^print Can't read a settings file, .*settings\.json:1: .*Correct or remove the file\.$/);
  expect(done[2]).toMatch(/^pick .*"head":"Not used: [^"]*settings\.json:1: /);
  writeFileSync(join(home, 'settings.json'), '{"ui": {"glyphs": "runes"}}');
  await settings?.run([], actions);
  expect(done[3]).toMatch(/^print A setting is not used\. .*ui\.glyphs/);
});
