import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeProject } from './write-parser-project.ts';
import { openPty } from './open-pty.ts';
import { openStage } from './open-stage.ts';
import { PARSER_REQUEST, parserSession } from './parser-session.ts';

/** Longer than a question takes to accept keys. */
const pause = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 600));
};

/** Everything that moves the cursor to an earlier row or erases one. */

const REPAINTS = /\u001B(?:\[\d*(?:;\d*)*[AEFHJLMSTdf]|\[[12]K|M|7|8|\[s|\[u)/;
/** Said only if something takes long, which depends on the machine. */
const PROGRESS = /^(?:Working|Running npm test -- parser|Answering|Thinking)(?:, \d+ seconds?)?\.$/;
const GLYPHS = /[╭│├╰─━❯✓✗✖▲⊘▸▾○●↺↪⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏·…−↑↓]/;

test('a whole session is said to a screen reader in sentences, and nothing is said twice', async () => {
  const stage = await openStage(parserSession, writeProject);
  onTestFinished(stage.close);
  writeFileSync(join(stage.home, 'settings.json'), JSON.stringify({ security: { sandbox: 'off' } }));
  const pty = openPty({
    command: stage.command('--trust', '--screen-reader'),
    cwd: stage.workspace,
    env: stage.env(),
    columns: 240,
    rows: 30,
  });
  onTestFinished(pty.close);
  await pty.shows('Message:');
  await pty.type(PARSER_REQUEST);
  await pty.shows(`Message: ${PARSER_REQUEST}`);
  pty.press('\r');
  await pty.shows('Approval: run this command?');
  pty.press('\t');
  await pty.shows('Answering:');
  await pause();
  pty.press('\u001B[B');
  await pty.shows('Chosen: s this session.');
  pty.press('\r');
  await pty.shows('Approval: edit src/parse.ts?');
  await pause();
  pty.press('\r');
  await pty.shows(/^Turn finished[^\n]*\nMessage:$/m);
  pty.press('\u0004');
  expect(await pty.ended).toBe(0);

  const why = [expect.stringMatching(/^Why: .+\.$/) as string, 'Press Tab to answer.'];
  const rows = (await pty.text()).split('\n').filter((row) => !PROGRESS.test(row));
  expect(rows.slice(rows.findIndex((row) => row.startsWith('You: ')))).toEqual([
    `You: ${PARSER_REQUEST}`,
    'Working. Press Escape to interrupt.',
    expect.stringMatching(/^Thought(?: 1 second)?: the loop in tokenize may run one past the end$/) as string,
    "Agent: I'll read the parser and run its tests.",
    'Read src/parse.ts, done, 13 lines',
    'Read src/print.ts, done, 200 lines',
    'Read src/index.ts, done, 100 lines',
    'Approval: run this command?',
    'Command: npm test -- parser',
    'In ~/code/proj, sandbox off.',
    'Covers: running `npm test` with any arguments.',
    ...why,
    'Answer: y allow once (chosen). s this session. p twice this project. a twice everywhere. n deny. r deny with a reason. e edit. v preview what it changes.',
    'Answering: Up and Down choose, Enter or a letter answers, Tab to the draft, Escape later.',
    'Chosen: s this session.',
    expect.stringMatching(
      /^Run npm test -- parser, failed, exit 1, \d+\.\d seconds, allowed for this session$/,
    ) as string,
    '  FAIL  tokenize › empty input: expected [] to equal [undefined]',
    '  FAIL  tokenize › trailing space: expected 3 tokens, got 4',
    '  2 of 28 failed: tokenize › empty input, tokenize › trailing space',
    'Agent: The loop ends one step late, so text[i] is undefined on the last pass.',
    'Approval: edit src/parse.ts? 1 line added, 1 removed.',
    'Removed line 5: for (let i = 0; i <= text.length; i++) {',
    'Added line 5: for (let i = 0; i < text.length; i++) {',
    'Covers: edits to any file in the project.',
    ...why,
    'Answer: y allow once (chosen). s this session. p twice this project. a twice everywhere. n deny. r deny with a reason. e edit. w show the whole file.',
    'Edit src/parse.ts, done, 1 line added, 1 removed, allowed',
    expect.stringMatching(/^Run npm test -- parser, done, 28 passed, \d+\.\d seconds$/) as string,
    'Agent: Fixed: tokenize compared with <= and read one character past the end. All 28 parser tests pass. I',
    'would also add a test for trailing spaces.',
    expect.stringMatching(/^Turn finished: \d+ seconds, 6 calls, \d cents?\. Context \d+ percent\.$/) as string,
    '',
    expect.stringMatching(/^To resume this session: /) as string,
    expect.stringMatching(/^Used: /) as string,
  ]);
  const written = pty
    .chunks()
    .map(({ data }) => data)
    .join('');
  expect(written).not.toMatch(REPAINTS);
  expect(written).not.toMatch(GLYPHS);
}, 60_000);
