import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CommandEnd, WorkspaceCommand } from '../workspace.ts';
import { redactCommands } from './redact-commands.ts';

const KEY = 'hunter2-hunter2';
const folder = mkdtempSync(join(tmpdir(), 'bowline-redact-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function open(end: Partial<CommandEnd>): {
  readonly command: Promise<WorkspaceCommand | undefined>;
  say: (text: string) => void;
} {
  const listeners: ((text: string) => void)[] = [];
  const command: WorkspaceCommand = {
    pid: 1,
    hasTerminal: false,
    onOutput: (listener) => listeners.push(listener),
    onWaiting: () => {},
    ended: Promise.resolve({ head: '', tail: '', omittedBytes: 0, outputPath: '/none', ...end } as CommandEnd),
    write: async () => true,
    kill: async () => {},
    leave: async () => true,
  };
  const whole = (text: string): string => text.replaceAll(KEY, '[redacted]');
  const commands = redactCommands(
    { start: async () => command, find: async () => command, background: async () => [], recent: async () => KEY },
    { whole, pieces: () => whole, spellings: [] },
  );
  return {
    command: commands.find('k'),
    say: (text) => {
      for (const listener of listeners) listener(text);
    },
  };
}

test('redacts output while a command runs and after it ended', async () => {
  const { command, say } = open({ head: `a ${KEY}`, tail: `${KEY} z`, omittedBytes: 5 });
  const found = await command;
  const heard: string[] = [];
  found?.onOutput((text) => heard.push(text));
  say(`key ${KEY}`);
  expect(heard).toEqual(['key [redacted]']);
  expect(await found?.ended).toMatchObject({ head: 'a [redacted]', tail: '[redacted] z' });
});

test('redacts the output file too, even where no excerpt shows it', async () => {
  const outputPath = join(folder, 'out');
  writeFileSync(outputPath, `head\n${KEY}\ntail`);
  await (
    await open({ head: 'head', tail: 'tail', omittedBytes: 20, outputPath }).command
  )?.ended;
  expect(readFileSync(outputPath, 'utf8')).toBe('head\n[redacted]\ntail');
});
