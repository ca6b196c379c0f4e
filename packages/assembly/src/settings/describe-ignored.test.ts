import { expect, test } from 'vitest';
import { listIgnored, summarizeIgnored } from './describe-ignored.ts';
import type { Ignored } from './find-ignored.ts';

const commands = (source: string, ...names: readonly string[]): Ignored => ({ kind: 'commands', source, names });

test('at the start there is one line for a kind, with three names and places at most, each name once', () => {
  const ignored = [commands('a', '/1', '/2'), commands('b', '/2', '/3'), commands('c', '/4'), commands('d', '/5')];
  expect(summarizeIgnored(ignored).map(({ text }) => text)).toEqual([
    'custom commands are not supported yet: /1, /2, /3 and 2 more (a, b, c and 1 more)',
  ]);
});

test('in full there is one line for a place, with every name', () => {
  const lines = listIgnored([commands('a', '/1', '/2', '/3', '/4'), commands('b', '/5')]);
  expect(lines.map(({ text }) => text)).toEqual([
    'a: custom commands are not supported yet: /1, /2, /3, /4',
    'b: custom commands are not supported yet: /5',
  ]);
});

test('what guards or runs is severe, what can only be typed or asked for is not', () => {
  const all = (['sandbox', 'hooks', 'mcpServers', 'extensions', 'commands', 'skills', 'agents'] as const).map(
    (kind) => ({ kind, source: 's', names: ['n'] }),
  );
  const severe = summarizeIgnored(all).filter(({ isSevere }) => isSevere);
  expect(severe.map(({ kind }) => kind)).toEqual(['sandbox', 'hooks', 'mcpServers', 'extensions']);
});
