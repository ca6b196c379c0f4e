import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegistry, toWords } from './registry.ts';
import type { SlashCommand } from '../host/slash-command.ts';

const command = (name: string, more: Partial<SlashCommand> = {}): SlashCommand => ({
  name,
  summary: `what ${name} does`,
  run: async () => undefined,
  ...more,
});
const builtIn = [command('quit', { aliases: ['exit', 'q'] }), command('help', { aliases: ['?'] }), command('resume')];

describe('createRegistry', () => {
  it('lists commands by name', () => {
    expect(createRegistry(builtIn, [command('doctor')]).commands.map(({ name }) => name)).toEqual([
      'doctor',
      'help',
      'quit',
      'resume',
    ]);
  });

  it('renames a given command whose name is taken', () => {
    const given = [
      command('help', { source: 'my server' }),
      command('help', { source: 'my server', summary: 'third' }),
    ];
    const registry = createRegistry(builtIn, given);
    expect(registry.find('help')?.summary).toBe('what help does');
    expect(registry.find('help')).not.toHaveProperty('source');
    expect(registry.find('my-server:help')).toMatchObject({ name: 'my-server:help', summary: 'what help does' });
    expect(registry.commands).toHaveLength(4);
  });

  it('prefers a name to an alias of another command', () => {
    expect(createRegistry([command('quit', { aliases: ['q'] }), command('q')], []).find('q')?.name).toBe('q');
  });

  it.each([
    ['/quit', 'quit', []],
    ['  /exit now', 'quit', ['now']],
    ['/help "two words" three', 'help', ['two words', 'three']],
    ['/help one\ntwo', 'help', ['one', 'two']],
    ['/?', 'help', []],
  ])('reads %j as a command', (line, name, words) => {
    const parsed = createRegistry(builtIn, []).parse(line);
    expect(parsed).toMatchObject({ kind: 'command', words });
    expect(parsed.kind === 'command' && parsed.command.name).toBe(name);
  });

  it.each(['hello', '/etc/hosts is wrong', '', '/', '/ help', 'see /help', '//'])('sends %j to the agent', (line) => {
    expect(createRegistry(builtIn, []).parse(line)).toEqual({ kind: 'message' });
  });

  it.each([
    ['/hepl', ['help']],
    ['/res', ['resume']],
    ['/nothinglikeit', []],
  ])('suggests names for %j', (line, nearest) => {
    expect(createRegistry(builtIn, []).parse(line)).toMatchObject({ kind: 'unknown', nearest });
  });
});

describe('toWords', () => {
  it.each([
    ['', []],
    [' a  b ', ['a', 'b']],
    [`'a b' "c"`, ['a b', 'c']],
    [`it's "not closed`, [`it's`, `"not`, 'closed']],
    ['""', ['']],
  ])('splits %j', (text, words) => {
    expect(toWords(text)).toEqual(words);
  });

  it('loses no character of unquoted words', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(toWords(words.join('  '))).toEqual(words);
      }),
    );
  });
});
