import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from '@bowline/testkit';
import { expect, test } from 'vitest';
import { AT_REST, openScreen } from './open-stage.ts';
import { heardBy, runs, writes } from './said.ts';

test('Esc stops the model in mid-answer, and keeps its text and the draft of the user', async () => {
  const { terminal } = await openScreen([answer.hang('I begin with a'), answer.text('As you wish.')]);
  await terminal.enter('tell me all');
  await terminal.shows('I begin with a');
  terminal.type('no, tell me less');
  await terminal.shows('│ ❯ no, tell me less');
  terminal.press('Escape');
  const stopped = await terminal.shows('Stopped');
  expect(stopped).toMatch(/^ {2}I begin with a$/m);
  expect(stopped).toMatch(/^│ ❯ no, tell me less$/m);
  terminal.press('Enter');
  expect(await terminal.shows('As you wish.')).toMatch(/^❯ no, tell me less$/m);
});

test('Ctrl-C clears the draft first, and then stops a running command with its processes', async () => {
  const { stage, terminal } = await openScreen([runs('echo $$ > pid; echo began; exec sleep 100')], {
    argv: ['--trust', '--yolo'],
  });
  await terminal.enter('run it');
  await terminal.shows(/^ {14}began$/m);
  terminal.type('wait');
  await terminal.shows('│ ❯ wait');
  terminal.press('C-c');
  expect(await terminal.hides('│ ❯ wait')).toContain('Esc to interrupt');
  terminal.press('C-c');
  const stopped = await terminal.shows('Stopped');
  expect(stopped).toMatch(/^ {4}✗ Run +echo \$\$ > pid; .* {2}interrupted$/m);
  const pid = Number(readFileSync(join(stage.workspace, 'pid'), 'utf8'));
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});

test('the first Esc postpones a pending approval, and the second stops the turn', async () => {
  const { stage, terminal } = await openScreen([writes('a.txt')]);
  await terminal.enter('write a file');
  await terminal.shows('Allow once');
  await terminal.answer('Escape');
  await terminal.hides('Allow once');
  await terminal.shows('? 1 approval pending · Tab');
  terminal.type('hm');
  await terminal.shows('│ ❯ hm');
  terminal.press('Escape');
  const stopped = await terminal.shows('Stopped');
  expect(stopped).toMatch(/^│ ❯ hm$/m);
  expect(stopped).not.toContain('approval pending');
  expect(existsSync(join(stage.workspace, 'a.txt'))).toBe(false);
});

test('Ctrl-C on an approval stops the turn', async () => {
  const { stage, terminal } = await openScreen([writes('a.txt')]);
  await terminal.enter('write a file');
  await terminal.shows('Allow once');
  await terminal.answer('C-c');
  expect(await terminal.shows('Stopped')).not.toContain('Allow once');
  expect(existsSync(join(stage.workspace, 'a.txt'))).toBe(false);
});

test('waiting for a quota can be stopped', async () => {
  const { terminal } = await openScreen([answer.quota({ retryDelay: '50s' }), answer.text('As you wish.')]);
  await terminal.enter('tell me all');
  await terminal.shows(/Retrying in \d+ s \(2 of 3\) · /);
  terminal.press('Escape');
  expect(await terminal.shows('Stopped')).not.toContain('Retrying');
  await terminal.enter('now then');
  await terminal.shows('As you wish.');
});

test('a message sent to a stopped agent is not lost: the model receives it with the next message', async () => {
  const { stage, terminal } = await openScreen([runs('echo began; sleep 100'), answer.text('With tabs.')]);
  await terminal.enter('write it');
  await terminal.shows(/^ {14}began$/m);
  await terminal.enter('use tabs');
  await terminal.shows('queued for the next step');
  terminal.press('Escape');
  await terminal.shows('Stopped');
  await terminal.enter('go on');
  await terminal.shows('With tabs.');
  expect(heardBy(stage)).toMatch(/use tabs.*go on/);
});

test('when idle, Ctrl-C clears the draft, which Up restores; pressed twice on an empty prompt, it exits', async () => {
  const { terminal } = await openScreen([]);
  terminal.type('not now');
  await terminal.shows('│ ❯ not now');
  terminal.press('C-c');
  await terminal.shows(AT_REST);
  terminal.press('Up');
  await terminal.shows('│ ❯ not now');
  terminal.press('C-c');
  await terminal.shows(AT_REST);
  terminal.press('C-c');
  await terminal.shows('Press Ctrl-C again to quit');
  terminal.press('C-c');
  expect(await terminal.ended()).toBe(0);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
