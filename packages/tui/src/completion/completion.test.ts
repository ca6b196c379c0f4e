import { describe, expect, it } from 'vitest';
import type { SlashCommand } from '../host/slash-command.ts';
import { findTarget, rankCommands, toInserted } from './completion.ts';
import type { PathCompletions } from '../host/tui-host.ts';
import { fillMenu, isOpen, isTakenByEnter, updateMenu } from './completion-menu.ts';
import { createBuffer } from '../editor/text-buffer.ts';

function command(name: string, more: Partial<SlashCommand> = {}): SlashCommand {
  return { name, summary: `what ${name} does`, run: async () => undefined, ...more };
}

const COMMANDS = [
  command('help', { aliases: ['?'] }),
  command('model', { parameters: '[name]', complete: async () => ['gemini-pro', 'gemini-flash'] }),
  command('mode'),
  command('quit', { aliases: ['exit'] }),
  command('export'),
];

/** The kind and text of the completion target, with the cursor at the end. */
function targetOf(text: string): string | undefined {
  const target = findTarget(createBuffer(text), COMMANDS);
  return target === undefined ? undefined : `${target.kind}:${target.typed}`;
}

const found = (values: readonly string[]): PathCompletions => ({ values, notes: {}, all: values.length });

describe('findTarget and rankCommands', () => {
  it.each([
    ['/', 'command:'],
    ['/he', 'command:he'],
    ['/model ', 'word:'],
    ['/model gem', 'word:gem'],
    ['/usr/bin', undefined],
    ['a /he', undefined],
    ['/help x', undefined],
    ['see @src/ma', 'path:src/ma'],
    ['@', 'path:'],
    ['(@a', 'path:a'],
    ['me@host', undefined],
    [String.raw`@my\ file`, 'path:my file'],
    ['@"my file', 'path:my file'],
    ['@a b', undefined],
    ['line\n@a', 'path:a'],
    ['!cat @a', undefined],
    ['/model @a', 'word:@a'],
    ['/help @a', 'path:a'],
  ])('%j is %s', (text, expected) => {
    expect(targetOf(text)).toBe(expected);
  });

  it('ranks commands by prefix, then by substring, then by letters in order', () => {
    const names = (typed: string) => rankCommands(COMMANDS, typed).map(({ value }) => value);
    expect(names('mod')).toEqual(['mode', 'model']);
    expect(names('mode')).toEqual(['mode', 'model']);
    expect(names('ex')).toEqual(['export', 'quit']);
    expect(names('ml')).toEqual(['model']);
    expect(names('zz')).toEqual([]);
    expect(names('')).toHaveLength(COMMANDS.length);
  });

  it.each([
    ['@m', 'my file.ts', String.raw`@my\ file.ts `],
    ['@"m', 'my file.ts', '@"my file.ts" '],
    ['@m', 'my (1)/', String.raw`@my\ \(1\)/`],
    ['@m', "it's,odd!.md", String.raw`@it\'s\,odd\!.md `],
    ['@m', 'ends.', '@"ends." '],
  ])('completes %s with %s as text that parses back to it', (typed, value, expected) => {
    const target = findTarget(createBuffer(typed), []);
    if (target === undefined) throw new Error('no target');
    expect(toInserted(target, { value, summary: '', isOpen: value.endsWith('/') })).toBe(expected);
  });
});

describe('the completion menu', () => {
  it('shows candidates only for the word that they were requested for', () => {
    const menu = updateMenu(null, createBuffer('@a'), COMMANDS);
    const later = updateMenu(menu, createBuffer('@ab'), COMMANDS);
    if (menu === null) throw new Error('no menu');
    expect(isOpen(fillMenu(menu, menu.target, found(['abc'])))).toBe(true);
    expect(isOpen(fillMenu(later, menu.target, found(['abc'])))).toBe(false);
  });

  it('keeps matching candidates while more are requested', () => {
    const menu = updateMenu(null, createBuffer('@a'), COMMANDS);
    if (menu === null) throw new Error('no menu');
    const filled = fillMenu(menu, menu.target, found(['abc', 'axe']));
    expect(updateMenu(filled, createBuffer('@ab'), COMMANDS)?.candidates.map(({ value }) => value)).toEqual(['abc']);
  });

  it.each([
    ['/model gemini-flash', ['gemini-pro', 'gemini-flash'], []],
    ['/model gemini', ['other', 'gemini-pro', 'gemini'], ['gemini', 'gemini-pro']],
    ['/model fl', ['gemini-pro', 'gemini-flash'], ['gemini-flash']],
  ])('after %s offers only matching candidates, an exact match first', (typed, values, expected) => {
    const menu = updateMenu(null, createBuffer(typed), COMMANDS);
    if (menu === null) throw new Error('no menu');
    const filled = fillMenu(menu, menu.target, found(values));
    expect(isOpen(filled) ? filled.candidates.map(({ value }) => value) : []).toEqual(expected);
  });

  it.each([
    ['/quit', false],
    ['/exit', false],
    ['/qui', true],
  ])('after %s Enter inserts a candidate: %s', (typed, isTaken) => {
    const menu = updateMenu(null, createBuffer(typed), COMMANDS);
    if (menu === null) throw new Error('no menu');
    expect(isTakenByEnter(menu)).toBe(isTaken);
  });

  it('is closed for a word that is already complete', () => {
    const menu = updateMenu(null, createBuffer('@abc'), COMMANDS);
    if (menu === null) throw new Error('no menu');
    expect(isOpen(fillMenu(menu, menu.target, found(['abc'])))).toBe(false);
  });
});
