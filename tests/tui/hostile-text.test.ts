import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openStage } from './open-stage.ts';
import { runInPty, type PtyRun } from './run-in-pty.ts';

/** Text that would control the terminal or mislead the reader. */
const EVIL =
  'A\u001B]52;c;cm0gLXJmIC8=\u0007B\u001B]0;title\u001B\\C\u001B[2A\u001B[2JD\u009B3AE\u009D0;t\u009CF' +
  '\u001B]8;;http://evil\u0007link\u001B]8;;\u0007G\u001BPq\u001B\\H\u001BcI\u202EJ\u0085K\u0007L\bM\u001B[8mN\u001B';
/** The remains of it, which show that it was printed at all. */
const LEFT = /ABCDEF|HI⟨U\+202E⟩J|A52;c;cm0/;

type Run = (...argv: readonly string[]) => Promise<PtyRun>;

async function open(...steps: readonly ScriptedStep[]): Promise<{ readonly run: Run; readonly workspace: string }> {
  const stage = await openStage(steps);
  onTestFinished(stage.close);
  writeFileSync(join(stage.home, 'settings.json'), '{ "general": { "maxAttempts": 1 } }');
  return {
    workspace: stage.workspace,
    run: (...argv) => runInPty(stage.command(...argv), { cwd: stage.workspace, env: stage.env() }),
  };
}

/** All control characters except newlines, tabs, styles and the two sequences of the status line. */
function controlsIn(written: string): readonly string[] {
  const ours = written.replaceAll(/\r\u001B\[K|\u001B\[[\d;:]*m|\r\n|[\n\t]/g, '');
  return ours.match(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g) ?? [];
}

test('no text of a model, a tool, a title or a file name controls the terminal', async () => {
  const { run, workspace } = await open(
    answer.calls(
      { name: 'read_file', args: { file_path: `no${EVIL}.txt` } },
      { name: `tool${EVIL}`, args: {} },
      { name: 'run_shell_command', args: { command: `touch "${EVIL}"`, description: EVIL } },
    ),
    answer.text(...Array.from(EVIL), ' said\n', EVIL.slice(0, 3), EVIL),
  );
  writeFileSync(join(workspace, 'a.txt'), EVIL);
  const asked = await run('-p', `look ${EVIL}`);
  expect(asked.code).toBe(0);
  expect(asked.written).toMatch(LEFT);
  expect(controlsIn(asked.written)).toEqual([]);
  expect((await run('sessions', 'rename', 'latest', EVIL)).code).toBe(0);
  for (const argv of [['list'], ['show', 'latest'], ['export', 'latest'], ['export', 'latest', '--markdown']]) {
    const { written } = await run('sessions', ...argv);
    expect(written).toMatch(argv.join(' ') === 'export latest' ? /link/ : LEFT);
    expect(controlsIn(written)).toEqual([]);
  }
});

test.each(['json', 'stream-json', 'events'])('%s output does not control the terminal either', async (format) => {
  const { run } = await open(answer.text(EVIL, EVIL));
  const { written } = await run('-p', EVIL, '-o', format);
  expect(written).toContain('link');
  expect(controlsIn(written)).toEqual([]);
});

test('an approval for a hostile file name does not control the terminal', async () => {
  const { run } = await open(answer.calls({ name: 'write_file', args: { file_path: `${EVIL}.txt`, content: EVIL } }));
  const suspended = await run('-p', 'go', '--on-confirm', 'suspend');
  expect(suspended.code).toBe(62);
  for (const { written } of [suspended, await run('pending')]) {
    // The name that the user decides about is shown in full.
    expect(written).toContain(String.raw`H\u{1b}cI\u{202e}J\u{85}K\u{7}L\u{8}M\u{1b}[8mN`);
    expect(controlsIn(written)).toEqual([]);
  }
});

test.each([
  ['a model that is not there', ['-p', 'x', '-m', EVIL]],
  ['a provider that is not there', ['models', EVIL]],
  ['a session that is not there', ['sessions', 'show', EVIL]],
  ['a session to go on with', ['-r', EVIL, '-p', 'x']],
  ['a flag that is not there', [`--${EVIL}`]],
  ['a format that is not there', ['-p', 'x', '-o', EVIL]],
  ['a word of a command', ['settings', EVIL]],
  ['a setting that is not there', ['settings', 'get', EVIL]],
  ['a policy file that is not there', ['-p', 'x', '--policy', EVIL]],
  ['a tool that is not there', ['tools', EVIL]],
])('an error about %s does not control the terminal', async (_, argv) => {
  const { run } = await open(answer.httpError(404, { message: EVIL }));
  const { code, written } = await run(...argv);
  expect(code).not.toBe(0);
  expect(written).toMatch(LEFT);
  expect(controlsIn(written)).toEqual([]);
});
