import { answer } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { AT_REST, openScreen, openStage } from './open-stage.ts';
import { openTerminal } from './open-terminal.ts';
import { streams } from './said.ts';

test('Ctrl-Z suspends from a panel, fg brings the panel back, and Ctrl-C closes it', async () => {
  const stage = await openStage([]);
  onTestFinished(stage.close);
  const command = ['bash', '--norc', '--noprofile', '-i'];
  const terminal = openTerminal({ command, cwd: stage.workspace, env: stage.env() });
  onTestFinished(() => {
    terminal.close();
  });
  await terminal.shows('bash');
  terminal.type("PS1='shell> '");
  terminal.press('Enter');
  await terminal.shows(/^shell>/m);
  terminal.type(stage.command('--trust').join(' '));
  terminal.press('Enter');
  await terminal.shows(AT_REST);
  for (const [key, title] of [
    ['C-p', '╭─ Go to'],
    ['C-o', '╭─ This turn'],
    ['C-t', '╭─ Steps'],
  ] as const) {
    terminal.press(key);
    await terminal.shows(title);
    terminal.press('C-z');
    await terminal.shows(/Stopped[^]*^shell>/m);
    terminal.type('clear; fg');
    terminal.press('Enter');
    await terminal.shows(title);
    terminal.press('C-c');
    expect(await terminal.hides(title)).not.toContain('Press Ctrl-C again');
    await terminal.shows(AT_REST);
  }
});

test('Ctrl-O shows what is said so far, and follows it', async () => {
  const { terminal } = await openScreen([streams(150, 40)]);
  await terminal.enter('a story');
  await terminal.shows('word5');
  terminal.press('C-o');
  expect(await terminal.shows(/❯ ▸ Said +word0 word1/)).toContain('1 entry');
  terminal.press('Enter');
  await terminal.shows(/▾ Said[^]*word40/);
  await terminal.shows(/▾ Said[^]*word10\d/);
  terminal.press('Escape');
  await terminal.shows(AT_REST);
});

test('the output of a command of the user is in Ctrl-O', async () => {
  const { terminal } = await openScreen([]);
  await terminal.enter('!seq 1 20; sleep 1.5; echo end');
  await terminal.shows(/^╭─ \S Running seq 1 20.* · 1(?:\.\d)? s ─+ Esc to interrupt ─$/m);
  await terminal.shows(/✓ Run/);
  terminal.press('C-o');
  await terminal.shows(/❯ ▸ Run +seq 1 20/);
  terminal.press('Enter');
  expect(await terminal.shows(/▾ Run/)).toMatch(/^│ +1$\n^│ +2$/m);
});

test('a background task that still runs is shown when its session is opened again', async () => {
  const args = { command: 'sleep 60', is_background: true };
  const { stage, terminal } = await openScreen(
    [answer.calls({ name: 'run_shell_command', args }), answer.text('It runs.')],
    { argv: ['--trust', '--yolo'] },
  );
  await terminal.enter('start it');
  await terminal.shows('It runs.');
  await terminal.shows('1 background task');
  terminal.press('C-d');
  await terminal.shows('Quit? 1 background task');
  terminal.press('k');
  await terminal.ended();
  const again = stage.open({ argv: ['--trust', '-r', 'latest'] });
  await again.shows('It runs.');
  await again.shows('1 background task');
  again.press('C-d');
  await again.shows('Quit? 1 background task');
  again.press('s');
  await again.ended();
});

test('the hint that Ctrl-C quits is shown in a small window too', async () => {
  const { terminal } = await openScreen([], { columns: 40, rows: 15 });
  terminal.press('C-c');
  await terminal.shows('Press Ctrl-C again to quit');
  await terminal.hides('Press Ctrl-C again to quit');
  terminal.press('C-c');
  await terminal.shows('Press Ctrl-C again to quit');
  terminal.press('C-c');
  expect(await terminal.ended()).toBe(0);
});
