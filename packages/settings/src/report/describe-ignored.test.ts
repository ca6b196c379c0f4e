import { expect, test } from 'vitest';
import { listIgnored, summarizeIgnored } from './describe-ignored.ts';
import type { Ignored } from './find-ignored.ts';

const commands = (source: string, ...names: readonly string[]): Ignored => ({ kind: 'commands', source, names });

test('the summary is one line with a count, the kinds and the command that lists them', () => {
  const hooks: Ignored = { kind: 'hooks', source: 's', names: ['BeforeTool'] };
  expect(summarizeIgnored([commands('a', '/1', '/2'), commands('b', '/2', '/3'), hooks])).toBe(
    'Bowline ignores 4 items of your Gemini CLI setup: custom commands, hooks. To list them: bowline settings ignored',
  );
  expect(summarizeIgnored([hooks])).toContain('Bowline ignores 1 item of');
  expect(summarizeIgnored([])).toBeUndefined();
});

test('the list has one line per place, with every name', () => {
  const lines = listIgnored([commands('a', '/1', '/2', '/3', '/4'), commands('b', '/5')]);
  expect(lines.map(({ text }) => text)).toEqual([
    'a: custom commands are not supported yet: /1, /2, /3, /4',
    'b: custom commands are not supported yet: /5',
  ]);
});

test('ignored settings that run or check something are severe, commands are not', () => {
  const all = (['sandbox', 'hooks', 'mcpServers', 'extensions', 'commands', 'skills', 'agents'] as const).map(
    (kind) => ({ kind, source: 's', names: ['n'] }),
  );
  const severe = listIgnored(all).filter(({ isSevere }) => isSevere);
  expect(severe.map(({ kind }) => kind)).toEqual(['sandbox', 'hooks', 'mcpServers', 'extensions']);
});
