import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from '@bowline/testkit';
import { expect, test } from 'vitest';
import { AT_REST, openScreen } from './open-stage.ts';
import { heardBy, runs, streams, writes } from './said.ts';

test('a user without a key is asked for one and told where to create it; the key is hidden, and the chat continues', async () => {
  const { stage, terminal } = await openScreen([answer.text('Welcome.'), answer.text('Still welcome.')], {
    hasNoKey: true,
  });
  const asked = await terminal.shows('Connect a model');
  expect(asked).toMatch(/^│ ❯ 1 {2}Gemini +key from aistudio\.google\.com$/m);
  expect(asked).toMatch(/^│ Key +or set GEMINI_API_KEY and restart$/m);
  await terminal.read();
  terminal.type('some-key-of-mine');
  await terminal.shows('Key  ••••mine');
  terminal.press('Enter');
  const told = await terminal.shows('The API key for gemini works and was stored');
  expect(told).toMatch(/^ {2}\/model +gemini-2\.5-pro · 1M context · key from /m);
  expect(told.match(/╰─┼─╮/g)).toHaveLength(1);
  await terminal.enter('hello');
  await terminal.shows('Welcome.');
  expect(terminal.all()).not.toContain('some-key-of-mine');
  const next = stage.open({ hasNoKey: true });
  await next.shows(AT_REST);
  await next.enter('hello again');
  expect(await next.shows('Still welcome.')).not.toContain('API key');
});

test('a pasted key is never written to the screen, and a message waits until a model is connected', async () => {
  const { stage, terminal } = await openScreen([answer.text('Welcome.')], { hasNoKey: true });
  await terminal.shows('Connect a model');
  const written = terminal.record();
  await terminal.read();
  terminal.press('Tab');
  await terminal.shows('it is sent once a model is connected');
  await terminal.hides('Connect a model');
  await terminal.enter('hello');
  await terminal.shows('Connect a model');
  await terminal.shows('❯ hello (not sent yet)');
  terminal.paste('AIza-a-key-of-mine');
  await terminal.shows('••••mine');
  terminal.press('Enter');
  await terminal.shows('The API key for gemini works and was stored');
  await terminal.shows('Welcome.');
  expect(terminal.all() + written()).not.toContain('a-key-of-mine');
  expect(readFileSync(join(stage.home, 'credentials.json'), 'utf8')).toContain('AIza-a-key-of-mine');
});

test('a rejected key is not stored, and the panel says why; /auth set accepts a new one', async () => {
  const { stage, terminal } = await openScreen([answer.text('Welcome.')], {
    hasNoKey: true,
    env: { GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9' },
  });
  await terminal.shows('Connect a model');
  await terminal.read();
  terminal.paste('some-key-of-mine');
  await terminal.shows('•');
  terminal.press('Enter');
  await terminal.shows('Could not test the key, so it was not stored');
  expect(existsSync(join(stage.home, 'credentials.json'))).toBe(false);
  const other = stage.open({ hasNoKey: true });
  await other.shows('Connect a model');
  await other.read();
  other.press('Escape');
  // Until then, the terminal reads Escape and a slash as Alt+slash.
  await other.hides('Connect a model');
  await other.shows('No API key for gemini');
  await other.enter('/auth set gemini');
  await other.shows(/Secret:/);
  await other.answer();
  other.type('another-key-of-mine');
  await other.shows('•');
  other.press('Enter');
  await other.hides('Secret:');
  await other.enter('hello');
  await other.shows('Welcome.');
  expect(readFileSync(join(stage.home, 'credentials.json'), 'utf8')).toContain('another-key-of-mine');
  expect(other.all()).not.toContain('another-key-of-mine');
  expect(other.all().match(/╰─┼─╮/g)).toHaveLength(1);
});

test('a turn with a thought, calls and an answer reads from top to bottom', async () => {
  const { stage, terminal } = await openScreen([
    {
      chunks: [
        { thought: '**Looking around**\nI should see what is there.' },
        { text: 'I look at the folder first.' },
        { calls: [{ name: 'list_directory', args: { dir_path: '.' } }] },
      ],
    },
    answer.calls({ name: 'read_file', args: { file_path: 'a.ts' } }),
    runs('cat nothing.txt'),
    answer.text('# All is well\n\n- one **bold**\n- two\n\n```ts\nconst x = 1;\n```\n'),
  ]);
  writeFileSync(join(stage.workspace, 'a.ts'), 'const port = 80;\n');
  await terminal.enter('what is here?');
  await terminal.shows('All is well');
  const rows = (await terminal.shows(AT_REST)).split('\n');
  const turn = rows.slice(rows.indexOf('❯ what is here?'), -4);
  expect(turn.map((row) => row.replace(/^( {4}\S \w+) +(\S+(?: \S+)*) {2,}/, '$1 $2 | '))).toEqual([
    '❯ what is here?',
    '',
    '  Thought · Looking around',
    '  I look at the folder first.',
    '    ✓ List . | a.ts (17 bytes)',
    '    ✓ Read a.ts | 1 line',
    '    ✗ Run cat nothing.txt | exit 1',
    '              cat: nothing.txt: No such file or directory',
    '',
    '  All is well',
    '',
    '  • one bold',
    '  • two',
    '',
    '    const x = 1;',
    '',
    expect.stringMatching(/^ {2}\d[\d.]* s · 3 calls · \S+ tokens · \$\S+ · Ctrl-O expand$/) as string,
    '',
  ]);
});

test('a message typed before the session is open is sent once it is', async () => {
  const { stage } = await openScreen([answer.text('Here I am.')]);
  const terminal = stage.open();
  terminal.type('are you there?');
  await terminal.shows('│ ❯ are you there?');
  terminal.press('Enter');
  expect(await terminal.shows('Here I am.')).toMatch(/^❯ are you there\?$/m);
});

test('a message sent while the agent works is shown as pending, and sent at the next step', async () => {
  const { stage, terminal } = await openScreen([runs('echo began; sleep 2'), answer.text('With tabs.')]);
  await terminal.enter('write it');
  await terminal.shows(/^ {14}began$/m);
  await terminal.enter('use tabs');
  expect(await terminal.shows('queued for the next step')).toMatch(/^❯ use tabs$/m);
  await terminal.shows('With tabs.');
  expect(heardBy(stage)).toContain('use tabs');
  expect(await terminal.hides('queued for the next step')).toMatch(/^❯ use tabs$/m);
});

test('a plan is created, shown, approved and carried out', async () => {
  const { stage, terminal } = await openScreen([
    answer.calls({ name: 'enter_plan_mode', args: { reason: 'it is a lot' } }),
    answer.calls({ name: 'exit_plan_mode', args: { plan: '# The plan\n\n1. write the file' } }),
    writes('a.txt'),
    answer.text('It is written.'),
  ]);
  await terminal.enter('write the file');
  const asked = await terminal.shows(/❯ {2}y {2}\w/);
  expect(asked).toMatch(/^│ 1\. write the file$/m);
  expect(asked.match(/1\. write the file/g)).toHaveLength(1);
  expect(asked).toMatch(/^╰─ plan · changes nothing ─/m);
  expect(asked).not.toContain('Allow everywhere');
  await terminal.answer('y');
  expect(await terminal.shows(/^╭─ \? Write a\.txt\? ─+ \+1 −0 ─$/m)).toMatch(/^╰─ default ─/m);
  await terminal.answer('y');
  await terminal.shows('It is written.');
  expect(existsSync(join(stage.workspace, 'a.txt'))).toBe(true);
});

test('Shift-Tab cycles through the modes, and typing the full name of a mode selects it', async () => {
  const { terminal } = await openScreen([writes('a.txt'), answer.text('Done.')]);
  await terminal.hides('Opening the session');
  terminal.press('BTab');
  expect(await terminal.shows(/^╰─ auto_edit · edits without asking ─/m)).toMatch(/^ {2}· Mode: auto_edit$/m);
  await terminal.enter('write a file');
  const done = await terminal.shows('Done.');
  expect(done).toMatch(/^ {4}✓ Write +a\.txt +\+1 −0$\n {16}1 \+ written$/m);
  expect(done).not.toContain('allowed');
  terminal.press('BTab');
  await terminal.shows(/^╰─ plan · changes nothing ─/m);
  await terminal.shows(AT_REST);
  await terminal.enter('/mode');
  expect(await terminal.shows(/^╭─ Mode ─/m)).toMatch(/^│ ❯ plan +reads and plans, changes nothing$/m);
  terminal.press('Escape');
  expect(await terminal.hides(/^╭─ Mode ─/m)).not.toContain('/mode\n');
  await terminal.enter('/mode yolo');
  expect(await terminal.shows(/^╰─ yolo · runs everything no rule forbids ─/m)).toMatch(/^ {2}· Mode: yolo$/m);
});

test('? on an empty prompt shows keys and commands, and Ctrl-P searches them', async () => {
  const { terminal } = await openScreen([]);
  terminal.press('?');
  expect(await terminal.shows('Esc close')).toMatch(/Shift-Tab +changes the approval mode/);
  terminal.press('Escape');
  await terminal.hides('changes the approval mode');
  terminal.press('C-p');
  await terminal.shows('Esc close');
  terminal.type('stats');
  await terminal.shows(/❯ \/stats/);
  terminal.press('Enter');
  await terminal.shows('Statistics');
});

test('a shell command of the user runs as typed, and the agent sees it', async () => {
  const { stage, terminal } = await openScreen([answer.text('I saw it.')]);
  await terminal.enter('!echo "from $((20 + 22))"');
  await terminal.shows(/^ {4}✓ Run +echo "from \$\(\(20 \+ 22\)\)" +from 42$/m);
  await terminal.enter('what did I run?');
  await terminal.shows('I saw it.');
  expect(heardBy(stage)).toContain('from 42');
});

test('an unavailable model opens a choice of models to continue with', async () => {
  const { stage, terminal } = await openScreen([answer.httpError(404), answer.text('Hello from the other.')]);
  await terminal.enter('hello');
  const asked = await terminal.shows('Stop this turn');
  expect(asked).toMatch(/^╭─ ! gemini-2\.5-pro is unavailable ─/m);
  expect(asked).toMatch(/^│ scripted NOT_FOUND$/m);
  expect(asked).toMatch(/^│ {3}f {2}Use gemini-3\.5-flash for this turn +\$[\d.]+ \/ \$[\d.]+ per 1M$/m);
  await terminal.answer('f');
  await terminal.shows('Hello from the other.');
  expect(stage.server.requests.map(({ model }) => model)).toEqual(['gemini-2.5-pro', 'gemini-3.5-flash']);
});

test('a wait for a quota shows a countdown, and the turn then continues', async () => {
  const { terminal } = await openScreen([answer.quota({ retryDelay: '4s' }), answer.text('Back again.')]);
  await terminal.enter('hello');
  await terminal.shows(/Retrying in 4 s \(2 of \d+\) · too many requests \(429\) ─+ Enter try now · Esc stop ─$/m);
  await terminal.shows(/Retrying in 2 s \(2 of /);
  const done = await terminal.shows('Back again.');
  expect(done).not.toContain('Retrying');
  expect(done.match(/retried/g)).toHaveLength(1);
  expect(done).toMatch(/^ {2}! gemini-2\.5-pro got too many requests; retried once \(\d+ s\)$/m);
});

test('an error says what failed and what to do next', async () => {
  const { terminal } = await openScreen({ default: answer.httpError(400, { message: 'the request is odd' }) });
  await terminal.enter('hello');
  expect(await terminal.shows(/✗ .*the request is odd/)).toMatch(/odd\. The request is invalid\. .*\/model/);
  await terminal.shows(AT_REST);
});

test('a long answer streams in place without duplicates, and can be scrolled back completely', async () => {
  const { terminal } = await openScreen([streams(400, 5)], { columns: 40, rows: 15 });
  await terminal.enter('a story');
  await terminal.shows(/rows above/);
  await terminal.shows('word399');
  await terminal.shows(AT_REST);
  const words = terminal.all().match(/word\d+/g);
  expect(words).toEqual(Array.from({ length: 400 }, (_, n) => `word${n}`));
});
