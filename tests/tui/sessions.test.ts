import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { readPid } from '../kit/read-pid.ts';
import { AT_REST, openScreen } from './open-stage.ts';
import { openTerminal } from './open-terminal.ts';
import { heardBy, writes } from './said.ts';

test('leaving a session prints how to resume it, and it can be resumed', async () => {
  const { stage, terminal } = await openScreen([answer.text('The first answer.'), answer.text('The second answer.')]);
  await terminal.enter('a first question');
  await terminal.shows('The first answer.');
  await terminal.shows(AT_REST);
  await terminal.enter('/quit');
  expect(await terminal.ended()).toBe(0);
  expect(terminal.screen()).toMatch(/\n\nTo resume this session: bowline --resume \S+\n/);
  const [, sessionId = ''] = /bowline --resume (\S+)/.exec(terminal.screen()) ?? [];
  const again = stage.open({ argv: ['--trust', '--resume', sessionId] });
  expect(await again.shows('The first answer.')).toMatch(/^❯ a first question$/m);
  await again.enter('a second question');
  await again.shows('The second answer.');
  expect(heardBy(stage)).toMatch(/a first question.*The first answer.*a second question/);
});

test('a session that is reopened with another sandbox shows its conversation once, and keeps it', async () => {
  const { stage, terminal } = await openScreen([answer.text('The first answer.'), answer.text('The second answer.')]);
  await terminal.enter('a first question');
  await terminal.shows('The first answer.');
  await terminal.shows(AT_REST);
  await terminal.enter('/grants');
  await terminal.shows('No saved grants');
  await terminal.enter('/sandbox');
  await terminal.shows(/❯ auto .* this project only/);
  terminal.press('Up');
  await terminal.shows(/❯ off /);
  terminal.press('Enter');
  await terminal.shows(/Enter again/);
  terminal.press('Enter');
  await terminal.shows('· Sandbox: off');
  await terminal.shows('The first answer.');
  await terminal.shows('No saved grants');
  expect(terminal.all().match(/The first answer\./g)).toHaveLength(1);
  expect(readFileSync(join(stage.home, 'settings.json'), 'utf8')).toMatch(/"sandbox": "off"/);
  await terminal.enter('a second question');
  await terminal.shows('The second answer.');
  expect(heardBy(stage)).toMatch(/a first question.*The first answer.*a second question/);
});

test('a session without messages can be reopened with another sandbox and with new context files', async () => {
  const { terminal } = await openScreen([]);
  await terminal.enter('/sandbox off');
  await terminal.shows('· Sandbox: off');
  await terminal.enter('/memory reload');
  await terminal.shows('· Reloaded the context files');
  expect(terminal.screen()).toContain('· Sandbox: off');
});

test.each([
  ['is left', 'quit'],
  ['is told to end', 'SIGTERM'],
] as const)('the terminal is restored when the program %s', async (_, how) => {
  const { stage } = await openScreen([]);
  const line = `sh -c 'echo $$ > pid; exec "$@"' sh "$@"; stty -a`;
  const command = ['sh', '-c', line, 'sh', ...stage.command('--trust')];
  const terminal = openTerminal({ command, cwd: stage.workspace, env: stage.env() });
  onTestFinished(() => {
    terminal.close();
  });
  await terminal.shows(AT_REST);
  await terminal.hides('Opening the session');
  if (how === 'quit') await terminal.enter('/quit');
  else process.kill(await readPid(join(stage.workspace, 'pid')), how);
  const left = await terminal.shows(/speed \d+ baud/);
  expect(left).toMatch(/ icanon /);
  expect(left).toMatch(/ echo /);
  expect(left).not.toMatch(/Ctrl-P search|[╭╰]─ /);
});

test('a turn that was killed in mid-answer continues when the session is resumed', async () => {
  const { stage, terminal } = await openScreen([answer.hang('Half of an'), answer.text('A whole answer.')]);
  await terminal.enter('a question');
  await terminal.shows('Half of an');
  process.kill(terminal.pid(), 'SIGKILL');
  await terminal.ended();
  const again = stage.open({ argv: ['--trust', '--resume'] });
  const shown = await again.shows('A whole answer.');
  expect(shown).toMatch(/^❯ a question$/m);
  expect(shown).toContain('The last turn was interrupted. Resuming it.');
  expect(shown).not.toContain('Half of an');
});

test('a pending approval of a killed process is shown again when the session is resumed', async () => {
  const { stage, terminal } = await openScreen([writes('a.txt'), answer.text('Written.')]);
  await terminal.enter('write a file');
  await terminal.shows('Allow once');
  process.kill(terminal.pid(), 'SIGKILL');
  await terminal.ended();
  const again = stage.open({ argv: ['--trust', '--resume'] });
  await again.shows('Allow once');
  await again.answer('o');
  await again.shows('Written.');
  expect(existsSync(join(stage.workspace, 'a.txt'))).toBe(true);
});

test('Esc Esc rewinds to before a message, which can be edited; undo restores it', async () => {
  const { stage, terminal } = await openScreen(['A', 'B', 'C', 'D'].map((letter) => answer.text(`Answer ${letter}.`)));
  for (const [said, answered] of [
    ['a zebra', 'Answer A.'],
    ['a giraffe', 'Answer B.'],
  ] as const) {
    await terminal.enter(said);
    await terminal.shows(answered);
    await terminal.shows(AT_REST);
  }
  terminal.type('a draft');
  await terminal.shows(/^│ ❯ a draft$/m);
  terminal.press('Escape', 'Escape');
  expect(await terminal.shows('Rewind to before')).toMatch(/^│ {3}a zebra .*\n│ ❯ a giraffe /m);
  terminal.press('Enter');
  await terminal.shows(/^│ ❯ a giraffe$/m);
  terminal.press('Up');
  await terminal.shows(/^│ ❯ a draft$/m);
  await terminal.shows(/^↺ Rewound to before "a giraffe"\./m);
  expect(await terminal.hides('Answer B.')).toMatch(/^❯ a zebra$[\s\S]*^ {2}Answer A\.$/m);
  terminal.press('C-u');
  await terminal.enter('an okapi');
  await terminal.shows('Answer C.');
  expect(heardBy(stage)).toMatch(/zebra.*okapi/);
  expect(heardBy(stage)).not.toContain('giraffe');
  await terminal.shows(AT_REST);
  await terminal.enter('/rewind undo');
  await terminal.shows(/^❯ a giraffe$[\s\S]*^ {2}Answer B\.$[\s\S]*^↺ Rewind reverted\.$/m);
  await terminal.enter('and now?');
  await terminal.shows('Answer D.');
  expect(heardBy(stage)).toMatch(/zebra.*giraffe/);
  expect(heardBy(stage)).not.toContain('okapi');
});

test('sessions can be searched, previewed and opened', async () => {
  const { stage, terminal } = await openScreen([
    answer.text('It has stripes.'),
    answer.text('It has a neck.'),
    answer.text('I remember.'),
  ]);
  await terminal.enter('tell me of the zebra');
  await terminal.shows('It has stripes.');
  await terminal.shows(AT_REST);
  await terminal.enter('/clear');
  await terminal.hides('stripes');
  await terminal.enter('tell me of the giraffe');
  await terminal.shows('It has a neck.');
  await terminal.shows(AT_REST);
  await terminal.enter('/resume');
  await terminal.shows(/^│ ❯ tell me of the giraffe[\s\S]*^│ {3}tell me of the zebra/m);
  terminal.type('zebra');
  await terminal.shows(/^│ ❯ tell me of the zebra[\s\S]*It has stripes\./m);
  expect(await terminal.hides(/^│ {3}tell me of the giraffe/m)).toContain('2 messages');
  terminal.press('Enter');
  await terminal.shows(/^❯ tell me of the zebra$[\s\S]*It has stripes\./m);
  await terminal.enter('and its legs?');
  await terminal.shows('I remember.');
  expect(heardBy(stage)).toMatch(/zebra.*legs/);
  expect(heardBy(stage)).not.toContain('giraffe');
});

test('/fork says what it made, and how to go back', async () => {
  const { stage, terminal } = await openScreen([
    answer.text('It has stripes.'),
    answer.text('It has a neck.'),
    answer.text('Four.'),
  ]);
  await terminal.enter('please tell me of the zebra');
  await terminal.shows('It has stripes.');
  await terminal.shows(AT_REST);
  await terminal.enter('/fork');
  const shown = await terminal.shows(/^ {2}· Forked "tell me of the zebra" as \S+ · \/resume \S+ goes back$/m);
  const [, original = ''] = /\/resume (\S+) goes back/.exec(shown) ?? [];
  await terminal.enter('and of the giraffe');
  await terminal.shows('It has a neck.');
  await terminal.shows(AT_REST);
  await terminal.enter(`/resume ${original}`);
  await terminal.shows(/It has a neck\.[^]*It has stripes\./);
  await terminal.enter('how many legs?');
  await terminal.shows('Four.');
  expect(heardBy(stage)).not.toContain('giraffe');
});

test('sessions can be renamed and deleted in the list, but the open one cannot be deleted', async () => {
  const { stage, terminal } = await openScreen([answer.text('It has stripes.'), answer.text('It has a neck.')]);
  await terminal.enter('tell me of the zebra');
  await terminal.shows('It has stripes.');
  await terminal.shows(AT_REST);
  await terminal.enter('/rename About zebras');
  await terminal.shows(/^ {2}· Title: About zebras$/m);
  await terminal.enter('/clear');
  await terminal.hides('stripes');
  await terminal.enter('tell me of the giraffe');
  await terminal.shows('It has a neck.');
  await terminal.shows(AT_REST);
  await terminal.enter('/resume');
  await terminal.shows(/^│ ❯ tell me of the giraffe[^]*^│ {3}About zebras/m);
  terminal.press('C-x');
  await terminal.shows("The open session can't be deleted");
  terminal.press('C-e');
  terminal.press('C-u');
  terminal.type('About giraffes');
  await terminal.shows(/^│ ❯ About giraffes/m);
  terminal.press('Enter');
  await terminal.shows(/^│ ❯ About giraffes .*<\$0\.01/m);
  terminal.press('Down');
  await terminal.shows(/^│ ❯ About zebras/m);
  terminal.press('C-x');
  await terminal.shows('Press Ctrl-X again to delete "About zebras"');
  await terminal.read(); // a held key does not count
  terminal.press('C-x');
  await terminal.hides(/^│ . About zebras/m);
  expect(stage.server.requests).toHaveLength(2); // titles need no model
});
