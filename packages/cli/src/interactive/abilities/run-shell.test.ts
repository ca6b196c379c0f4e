import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRunShell } from './run-shell.ts';
import { createShellNotes } from './shell-notes.ts';

const env = { ...process.env, SHELL: '/bin/sh', MINE: 'yes' };
const run = createRunShell({ cwd: tmpdir(), env, kill: (pid, signal) => process.kill(pid, signal) });
const open = (): AbortSignal => new AbortController().signal;

test('runs a command as the user and reports its output as it arrives', async () => {
  const heard: string[] = [];
  const outcome = await run('echo "$MINE ä"; echo oops >&2; exit 3', {
    onOutput: (text) => heard.push(text),
    signal: open(),
  });
  expect(outcome.exitCode).toBe(3);
  expect(outcome.output.split('\n').toSorted()).toEqual(['', 'oops', 'yes ä']);
  expect(heard.join('')).toBe(outcome.output);
});

test('says that the folder was deleted, and not that the shell is missing', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'bowline-gone-'));
  rmSync(cwd, { recursive: true });
  const there = createRunShell({ cwd, env, kill: () => undefined });
  const { output, exitCode } = await there('ls', { onOutput: () => undefined, signal: open() });
  expect(output).toContain(`The project folder ${cwd} was deleted or moved.`);
  expect(exitCode).toBeNull();
});

test('ends the command and all its processes on abort', async () => {
  const stop = new AbortController();
  const outcome = run('sleep 600 & echo $!; wait', {
    onOutput: () => {
      stop.abort();
    },
    signal: stop.signal,
  });
  // Resolves only when no process holds the output open, and the sleeping one does.
  expect(await outcome).toMatchObject({ exitCode: null });
});

test('returns the output of commands once, without colors and shortened', () => {
  const notes = createShellNotes();
  expect(notes.take()).toEqual([]);
  notes.add('npm test', { output: '\u001B[31mred\u001B[0m\n', exitCode: 1 });
  notes.add('cat big', { output: `${'x'.repeat(50_000)}end`, exitCode: 0 });
  const [part] = notes.take();
  const text = part?.type === 'text' ? part.text : '';
  expect(text).toContain('$ npm test\nred\n(exit code 1)');
  expect(text).toContain('(beginning omitted)');
  expect(text.endsWith('end')).toBe(true);
  expect(text.length).toBeLessThan(21_000);
  expect(notes.take()).toEqual([]);
});
