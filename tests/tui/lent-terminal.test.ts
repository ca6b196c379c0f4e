import { answer } from '@bowline/testkit';
import { expect, test } from 'vitest';
import { AT_REST, openScreen } from './open-stage.ts';

const TIMES = Array.from({ length: 10 }, (_, n) => n);

test('the pager has the keyboard alone, ten times in a row', async () => {
  const { terminal } = await openScreen([answer.text('All is well.')], { env: { PAGER: 'less' } });
  await terminal.enter('how is it?');
  await terminal.shows('All is well.');
  await terminal.shows(AT_REST);
  terminal.press('C-o');
  await terminal.shows(/^╭─ This turn/m);
  for (const time of TIMES) {
    terminal.press('o');
    await terminal.shows(/\(END\)/);
    // Each of these keys would be missing from the search if another program read it.
    terminal.type('/is well');
    await terminal.shows(/^\/is well/m);
    terminal.press('Enter');
    await terminal.hides(/^\/is well/m);
    terminal.press('q');
    await terminal.shows(/^╭─ This turn/m).catch((thrown: unknown) => {
      throw new Error(`time ${time}: ${String(thrown)}`);
    });
  }
  terminal.press('Escape');
  await terminal.hides(/^╭─ This turn/m);
  terminal.type('still here');
  expect(await terminal.shows('│ ❯ still here')).not.toContain('is well/');
});

test('the editor has the keyboard alone, ten times in a row', async () => {
  const { terminal } = await openScreen([], { env: { EDITOR: 'vi' } });
  terminal.type('draft');
  await terminal.shows('│ ❯ draft');
  for (const time of TIMES) {
    terminal.press('C-g');
    await terminal.shows(/^draft\d*$/m);
    terminal.type(`A${time}`);
    await terminal.shows(new RegExp(`^draft\\d*${time}$`, 'm'));
    terminal.press('Escape');
    terminal.type(':wq');
    await terminal.shows(/^:wq/m);
    terminal.press('Enter');
    await terminal.shows(`│ ❯ draft${TIMES.slice(0, time + 1).join('')}`);
  }
});
