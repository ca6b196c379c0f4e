import { setTimeout as sleep } from 'node:timers/promises';
import { answer } from '@bowline/testkit';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLivePty } from './open-live-pty.ts';
import { openTerminal } from './open-terminal.ts';
import { AT_REST, openScreen, openStage } from './open-stage.ts';
import { heardBy, runs, streams, writes } from './said.ts';

const count = (text: string, part: string | RegExp): number => text.split(part).length - 1;

test('a window that is resized in mid-stream shows everything once, in its new width', async () => {
  const { terminal } = await openScreen([streams(120, 30)]);
  await terminal.enter('a story of many words');
  await terminal.shows('word20');
  for (const [columns, rows, until] of [
    [60, 20, 'word40'],
    [40, 14, 'word60'],
    [110, 34, 'word119'],
  ] as const) {
    terminal.resize(columns, rows);
    const shown = await terminal.shows(until);
    const lines = shown.split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect([count(shown, /^│ ❯ /m), count(shown, 'Bowline') <= 1]).toEqual([1, true]);
  }
  const ended = await terminal.shows(AT_REST);
  expect(ended.match(/word\d+/g)).toEqual(Array.from({ length: 120 }, (_, n) => `word${n}`));
  expect(['❯ a story of many words', 'Working', '│ ❯ Type a request'].map((part) => count(ended, part))).toEqual([
    1, 0, 1,
  ]);
});

test('a window that changes and changes back before the program sees it is painted again', async () => {
  const rows30 = Array.from({ length: 30 }, (_, n) => `- row${n}`).join('\n');
  const stage = await openStage([answer.text(rows30)]);
  onTestFinished(stage.close);
  const [file = '', ...args] = stage.command('--trust');
  const pty = openLivePty({ file, args, cwd: stage.workspace, env: stage.env(), columns: 100, rows: 30 });
  onTestFinished(pty.kill);
  const shows = async (part: string): Promise<number> => await pty.until((rows) => rows.join('\n').includes(part));
  await shows('Type a request');
  pty.write('thirty rows');
  await shows('❯ thirty rows');
  pty.write('\r');
  await shows('row29');
  await shows('Type a request');
  pty.write('a zebra');
  await shows('❯ a zebra');
  const before = pty.screen();
  process.kill(pty.pid, 'SIGSTOP');
  pty.resize(100, 16);
  pty.resize(100, 30);
  process.kill(pty.pid, 'SIGCONT');
  pty.write(' and more');
  const isRight = (rows: readonly string[]): boolean =>
    rows.slice(-4).join('\n') === before.slice(-4).join('\n').replace('a zebra', 'a zebra and more');
  await pty.until(isRight, 5000);
  expect(pty.screen().filter((row) => row.startsWith('│ ❯'))).toHaveLength(1);
});

for (const [what, widths] of [
  ['height', [80]],
  ['size', [72, 80, 100]],
] as const)
  test(`a window that changes its ${what} faster than it is painted loses nothing`, async () => {
    const rows = Array.from({ length: 20 }, (_, n) => `row${n}x`);
    const options = ['PostgreSQL', 'SQLite'].map((label) => ({ label, description: `Use ${label}.` }));
    const questions = [
      { question: 'Which database?', type: 'choice', options },
      { question: 'Keep the old tables?', type: 'yesno' },
    ];
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '100s' }];
    const { terminal } = await openScreen(
      [
        answer.text(rows.map((row) => `- ${row}`).join('\n')),
        answer.calls({ name: 'ask_user', args: { questions } }),
        answer.text('Fine then.'),
        answer.httpError(503, { message: 'The model is overloaded.', details }),
      ],
      { columns: 80, rows: 24 },
    );
    await terminal.enter('first words');
    await terminal.shows('row19x');
    await terminal.shows(AT_REST);
    await terminal.enter('second words');
    await terminal.shows('PostgreSQL');
    // A question leaves a tall frame behind, and the seconds until a retry paint it again and again.
    await terminal.answer('2');
    await terminal.shows('Keep the old tables?');
    await terminal.read();
    terminal.press('1');
    await terminal.shows('Fine then.');
    await terminal.shows(AT_REST);
    await terminal.enter('third words');
    await terminal.shows('Retrying in');
    const printed = ['first words', ...rows, 'second words', 'Fine then.', 'third words'];
    const drawn = fc.sample(
      fc.record({
        columns: fc.constantFrom(...widths),
        rows: fc.constantFrom(14, 19, 24, 28, 33),
        ms: fc.integer({ min: 0, max: 200 }),
      }),
      48,
    );
    for (const [at, size] of drawn.entries()) {
      terminal.resize(size.columns, size.rows);
      // Now and then long enough to be painted.
      await sleep(at % 8 === 7 ? 700 : size.ms);
    }
    const all = terminal.all();
    expect(printed.filter((part) => !all.includes(part))).toEqual([]);
    if (what === 'height') expect(printed.filter((part) => count(all, part) > 1)).toEqual([]);
  });

test('a window of another size keeps what other programs and Bowline have printed, also after an editor', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => `row${n}x`);
  const stage = await openStage([answer.text(rows.map((row) => `- ${row}`).join('\n'))]);
  onTestFinished(stage.close);
  const before = Array.from({ length: 20 }, (_, n) => `before${n}x`);
  const program = stage.command('--trust').map((word) => `'${word}'`);
  const script = `printf '%s\\n' ${before.join(' ')}; exec ${program.join(' ')}`;
  const command = ['sh', '-c', script];
  const env = stage.env({ EDITOR: 'true' });
  const terminal = openTerminal({ command, cwd: stage.workspace, env, columns: 80, rows: 24 });
  onTestFinished(() => {
    terminal.close();
  });
  await terminal.shows(AT_REST);
  await terminal.enter('twelve rows');
  await terminal.shows('row11x');
  await terminal.shows(AT_REST);
  const change = async (...sizes: readonly (readonly [number, number])[]): Promise<void> => {
    for (const [columns, height] of sizes) {
      terminal.resize(columns, height);
      await sleep(700);
    }
    const all = terminal.all();
    expect([...before, 'twelve rows', ...rows].filter((part) => !all.includes(part))).toEqual([]);
    expect(terminal.screen().split('\n').slice(-4).join('\n')).toMatch(/^│ ❯ /m);
  };
  await change([100, 40], [80, 24], [79, 30]);
  terminal.type('hello');
  await terminal.shows('❯ hello');
  terminal.press('C-g');
  await sleep(700);
  await change([60, 24]);
  await change([60, 40], [100, 20]);
});

test('an answer, a table, a question and a menu are readable in forty columns', async () => {
  const table = '| name | what it is about |\n|---|---|\n| zebra | an animal that has stripes |\n';
  const { terminal } = await openScreen(
    [
      { chunks: [{ text: `A **long** answer that is wrapped.\n\n${table}` }, { calls: calls('a/long/path/to/a.ts') }] },
      answer.text('Fine.'),
    ],
    { columns: 40, rows: 30 },
  );
  await terminal.enter('a question that is longer than forty columns');
  const asked = await terminal.shows('Deny with a reason');
  expect(asked).toMatch(/^ {2}zebra {3}an animal that has stripes$/m);
  expect(asked).toMatch(/^╭─ \? Write this file\? ─+ \+1 −0 ─\n│ a\/long\/path\/to\/a\.ts$/m);
  await terminal.answer('o');
  await terminal.shows('Fine.');
  terminal.type('/');
  expect(await terminal.shows('/approvals')).toMatch(/^│ ❯ \/approvals/m);
  expect(
    Math.max(
      ...terminal
        .screen()
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(40);
});

const calls = (file_path: string): { name: string; args: { file_path: string; content: string } }[] => [
  { name: 'write_file', args: { file_path, content: 'x\n' } },
];

test('the cursor is where an input method writes: in the draft, in a search, and in a reason', async () => {
  const { terminal } = await openScreen([answer.calls({ name: 'run_shell_command', args: { command: 'touch a' } })]);
  /** Where the cursor is in a row. The screen and the cursor are read one after the other. */
  const columnIn = async (row: RegExp): Promise<number> =>
    await vi.waitFor(() => {
      const { column, row: at } = terminal.cursor() ?? { column: -1, row: -1 };
      expect(terminal.screen().split('\n')[at]).toMatch(row);
      return column;
    });
  terminal.type('表の幅');
  await terminal.shows('❯ 表の幅');
  expect(await columnIn(/^│ ❯ 表の幅$/)).toBe(10);
  terminal.press('C-u');
  terminal.press('C-p');
  await terminal.shows('Go to ›');
  terminal.type('表');
  await terminal.shows('Go to › 表');
  expect(await columnIn(/^╭─ Go to › 表 /)).toBe('╭─ Go to › '.length + 2);
  terminal.press('Escape');
  await terminal.hides('› 表');
  terminal.press('Escape');
  await terminal.hides('Go to ›');
  await terminal.enter('touch it');
  await terminal.shows('Run this command?');
  await terminal.answer('r');
  await terminal.shows('Reason:');
  terminal.type('表の');
  await terminal.shows('Reason: 表の');
  expect(await columnIn(/^│ Reason: 表の/)).toBe('│ Reason: '.length + 4);
});

test('a pasted megabyte is one label in the prompt, and is sent completely', async () => {
  const { stage, terminal } = await openScreen([answer.text('I read it.')]);
  terminal.paste('0123456789abcde\n'.repeat(65_536));
  await terminal.shows('[pasted 1,024 KB, 65,537 lines #1]');
  terminal.press('C-o');
  const pasted = await terminal.shows('Pasted text');
  expect(pasted).toMatch(/^│ 0123456789abcde$/m);
  terminal.press('Escape');
  await terminal.hides('Pasted text');
  terminal.type(' what is it?');
  await terminal.shows('lines #1] what is it?');
  terminal.press('Enter');
  expect(await terminal.shows('I read it.')).toMatch(/^❯ \[pasted 1,024 KB, 65,537 lines #1] what is it\?$/m);
  expect(heardBy(stage).length).toBeGreaterThan(1_048_576);
});

test('ten thousand lines of output show their end while they arrive, and a few rows afterwards', async () => {
  const { terminal } = await openScreen([runs('seq 1 10000; sleep 1; echo end'), answer.text('Counted.')]);
  await terminal.enter('count');
  expect(await terminal.shows(/^ {14}10000$/m)).toContain('❯ count');
  const done = await terminal.shows('Counted.');
  expect(done).toMatch(/^ {4}✓ Run +seq 1 10000; sleep 1; echo end +end · 1\.\d s$/m);
  expect(done).not.toMatch(/^ +(?:\d+|end)$/m);
  terminal.press('C-o');
  await terminal.shows('This turn');
  terminal.press('Up', 'Enter');
  await terminal.shows(/^│ ❯ ▾ Run +seq 1 10000/m);
  expect(await terminal.shows(/^│ {10,}\d+$/m)).toContain('Esc close');
  terminal.press('Escape');
  expect(await terminal.hides('This turn')).toMatch(/^ {2}Counted\.$/m);
  expect(terminal.all().split('\n').length).toBeLessThan(40);
});

test('with NO_COLOR the screen has no colors and the same information', async () => {
  const { terminal } = await openScreen(
    [
      { chunks: [{ thought: 'Hm.' }, { text: '**bold** and `code`\n```ts\nconst x = 1;\n```' }] },
      writes('a.txt'),
      answer.text('Done.'),
    ],
    { env: { NO_COLOR: '1' } },
  );
  await terminal.enter('hello');
  await terminal.shows('const x = 1;');
  await terminal.shows(AT_REST);
  await terminal.enter('write a file');
  await terminal.shows('Allow once');
  const shown = terminal.screen({ colours: true });
  expect(shown).toMatch(/❯ {2}y {2}Allow once/);
  expect(shown).toMatch(/1 \+ written/);
  // tmux itself writes 39 and 49, the default colors.
  expect(shown).not.toMatch(/\u001B\[(?:[\d;]*;)?(?:[34][0-8]|(?:9|10)[0-7])[;m]/);
});

test('for a screen reader symbols are words, and nothing is written while idle', async () => {
  const { terminal } = await openScreen([writes('a.txt'), streams(20, 60), answer.hang()], {
    argv: ['--trust', '--screen-reader'],
  });
  await terminal.enter('write a file');
  const asked = await terminal.shows('y allow once (chosen)');
  expect(asked).toContain('You: write a file');
  expect(asked).toMatch(/^Approval: write a\.txt\? 1 line added, 0 removed\.$/m);
  expect(asked).toMatch(/^Added line 1: written$/m);
  await terminal.answer('o');
  const done = await terminal.shows('word19');
  expect(done).toMatch(/^Write a\.txt, done, /m);
  expect(done).toMatch(/^Agent: word0 word1 /m);
  expect(done.match(/word\d+/g)).toEqual(Array.from({ length: 20 }, (_, n) => `word${n}`));
  expect(done).not.toMatch(/[╭╰├│─❯✓✗⊘▸━⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
  await terminal.shows('Turn finished');
  const written = terminal.record();
  await terminal.enter('think about it');
  await terminal.shows('You: think about it');
  const more = async (): Promise<number> => {
    const before = written().length;
    await terminal.read();
    return written().length - before;
  };
  await expect.poll(more, { timeout: 10_000 }).toBe(0);
});

test('no output of a model or a command moves the cursor, changes the window title or writes to the clipboard', async () => {
  const evil = [
    '\u001B]52;c;ZXZpbA==\u0007',
    '\u001B]0;evil-title\u0007',
    '\u001B[2J\u001B[9;9H',
    '\u001BP+q544e\u001B\\',
    '\u009B31m\u009D0;evil-c1\u009C',
    '\u202Eevil-bidi\u202C',
    '\u001B]8;;javascript:evil\u0007link\u001B]8;;\u0007',
  ].join('.');
  const printed = String.raw`printf '\033]52;c;ZXZpbA==\007\033]0;evil-title\007\033[2J\033[9;9H\033[31mred\033[0m-end\n'`;
  const { terminal } = await openScreen([
    { chunks: [{ thought: `**${evil}**` }, { text: `before ${evil} after` }, { calls: shown(printed) }] },
    answer.text(`The [name](https://example.com/${encodeURIComponent(evil)}) and \`${evil}\` and the end.`),
  ]);
  const written = terminal.record();
  await terminal.enter('show me');
  await terminal.shows('and the end.');
  await terminal.shows(AT_REST);
  const screen = terminal.screen();
  expect(screen).toContain('Bowline');
  expect(screen).toMatch(/before .* after/);
  expect(screen).toContain('red-end');
  const bytes = written();
  expect(bytes).toContain('red');
  expect(withoutOurs(bytes)).not.toMatch(
    /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/,
  );
  expect(bytes).not.toMatch(/evil-title\u0007|javascript:|\u001B\[9;9H|\u001B\[2J/);
});

const shown = (command: string): { name: string; args: { command: string } }[] => [
  { name: 'run_shell_command', args: { command } },
];

/** The bytes without colors, links and the few cursor moves that Bowline uses. */
function withoutOurs(bytes: string): string {
  return bytes
    .replaceAll(/\u001B\[[\d;:]*m/g, '')
    .replaceAll(/\u001B]8;[^;\u0007\u001B]*;(?:https?:\/\/[!-~]*)?(?:\u0007|\u001B\\)/g, '')
    .replaceAll(/\u001B\[\?(?:7|25|2004|2026|1004)[hl]/g, '')
    .replaceAll(/\u001B\[(?:\d*[ABC]|2?K|J)/g, '');
}
