import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { AT_REST, openStage, type Stage } from './open-stage.ts';

/** A folder without a trust decision that contains something to trust. */
async function openFolder(...answers: readonly string[]): Promise<Stage> {
  const stage = await openStage(answers.map((text) => answer.text(text)));
  onTestFinished(stage.close);
  writeFileSync(join(stage.workspace, 'AGENTS.md'), 'Always speak of zebras.');
  mkdirSync(join(stage.workspace, '.gemini'));
  writeFileSync(join(stage.workspace, '.gemini', 'settings.json'), '{}');
  return stage;
}

const firstHeard = ({ server }: Stage): string => JSON.stringify(server.requests.at(-1)?.body);

test('a folder with something to trust opens a question at the start, and trust takes effect at once', async () => {
  const stage = await openFolder('Zebras!');
  const terminal = stage.open({ argv: [] });
  const asked = await terminal.shows(/Trust this folder\?/);
  expect(asked).toContain('AGENTS.md, .gemini/settings.json');
  expect(asked).toMatch(/^│ ❯ 1 {2}Not now\b/m);
  await terminal.answer('2');
  const told = await terminal.shows('Trusted ~/work. In use now: AGENTS.md, .gemini/settings.json');
  expect(told).not.toContain('not trusted');
  await terminal.enter('hello');
  await terminal.shows('Zebras!');
  expect(firstHeard(stage)).toContain('Always speak of zebras.');
  const next = stage.open({ argv: [] });
  await next.shows(AT_REST);
  expect(await next.hides('Opening the session')).not.toContain('Trust this folder?');
});

test('a message typed instead of an answer is sent without trust, and /trust asks again in the same session', async () => {
  const stage = await openFolder('No zebras.', 'Zebras!');
  const terminal = stage.open({ argv: [] });
  await terminal.shows('Trust this folder?');
  await terminal.enter('hello');
  await terminal.shows('No zebras.');
  expect(firstHeard(stage)).not.toContain('Always speak of zebras.');
  await terminal.shows(AT_REST);
  await terminal.enter('/trust');
  await terminal.shows(/^│ ❯ 1 {2}Not now\b/m);
  await terminal.answer('2');
  await terminal.shows('In use now: AGENTS.md');
  await terminal.enter('and now?');
  await terminal.shows('Zebras!');
  expect(firstHeard(stage)).toMatch(/hello[\s\S]*and now\?[\s\S]*Always speak of zebras\./);
});

test('a warning in the home directory says that all files are accessible', async () => {
  const stage = await openStage([]);
  onTestFinished(stage.close);
  const terminal = stage.open({ argv: [], env: { HOME: stage.workspace } });
  await terminal.shows('You are in your home directory');
});
