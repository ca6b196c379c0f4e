import { describe, expect, it } from 'vitest';
import type { SlashCommand } from '../host/slash-command.ts';
import { findTarget, rankCommands, toInserted } from './completion.ts';
import { fillMenu, isOpen, updateMenu } from './completion-menu.ts';
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

/** As it is typed, with what is read as being completed. */
function targetOf(text: string): string | undefined {
  const target = findTarget(createBuffer(text), COMMANDS);
  return target === undefined ? undefined : `${target.kind}:${target.typed}`;
}

describe('what is being completed', () => {
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

  it('ranks commands by their beginning, then by what they hold, then by their letters', () => {
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
  ])('writes %s as %s so that it is read back', (typed, value, expected) => {
    const target = findTarget(createBuffer(typed), []);
    if (target === undefined) throw new Error('no target');
    expect(toInserted(target, { value, summary: '', isOpen: value.endsWith('/') })).toBe(expected);
  });
});

describe('the list of what may follow', () => {
  it('shows what was found only for the word that it was asked for', () => {
    const menu = updateMenu(null, createBuffer('@a'), COMMANDS);
    const later = updateMenu(menu, createBuffer('@ab'), COMMANDS);
    if (menu === null) throw new Error('no menu');
    expect(isOpen(fillMenu(menu, menu.target, ['abc']))).toBe(true);
    expect(isOpen(fillMenu(later, menu.target, ['abc']))).toBe(false);
  });

  it('keeps what still fits while more is asked for', () => {
    const menu = updateMenu(null, createBuffer('@a'), COMMANDS);
    if (menu === null) throw new Error('no menu');
    const filled = fillMenu(menu, menu.target, ['abc', 'axe']);
    expect(updateMenu(filled, createBuffer('@ab'), COMMANDS)?.candidates.map(({ value }) => value)).toEqual(['abc']);
  });

  it.each([
    ['/model gemini-flash', ['gemini-pro', 'gemini-flash'], []],
    ['/model gemini', ['other', 'gemini-pro', 'gemini'], ['gemini', 'gemini-pro']],
    ['/model fl', ['gemini-pro', 'gemini-flash'], ['gemini-flash']],
  ])('offers after %s only what may be meant, what is typed whole before all else', (typed, values, expected) => {
    const menu = updateMenu(null, createBuffer(typed), COMMANDS);
    if (menu === null) throw new Error('no menu');
    const filled = fillMenu(menu, menu.target, values);
    expect(isOpen(filled) ? filled.candidates.map(({ value }) => value) : []).toEqual(expected);
  });

  it('is not there for what is whole already', () => {
    const menu = updateMenu(null, createBuffer('@abc'), COMMANDS);
    if (menu === null) throw new Error('no menu');
    expect(isOpen(fillMenu(menu, menu.target, ['abc']))).toBe(false);
  });
});
