import type { Key } from 'ink';
import { describe, expect, it } from 'vitest';
import { noKey } from '../../../../tests/tui/fake-terminal.ts';
import { toTyped } from './keystroke.ts';

const LINE = 'one line of any length at all';

function chordsOf(input: string, held: Partial<Key> = {}): readonly string[] | string {
  const typed = toTyped(input, { ...noKey, ...held });
  if (typed.kind === 'burst') return typed.hasEnter ? 'burst, enter' : 'burst';
  return typed.keys.map(({ chord, text }) => (chord === 'text' ? text : chord));
}

describe('a key', () => {
  it.each<[string, string, Partial<Key>, readonly string[] | string]>([
    ['that types', 'A', { shift: true }, ['A']],
    ['with Ctrl', 'k', { ctrl: true }, ['ctrl+k']],
    ['with Alt', 'f', { meta: true }, ['alt+f']],
    ['with a name', '', { upArrow: true }, ['up']],
    ['with a name and Shift', '', { tab: true, shift: true }, ['shift+tab']],
    ['Enter with Shift', '\r', { return: true, shift: true }, ['shift+enter']],
    ['Ctrl-J', '\n', {}, ['ctrl+j']],
    ['Escape twice at once', '\u001b', { escape: true, meta: true }, ['escape', 'escape']],
    ['that is released', 'a', { eventType: 'release' }, []],
    ['with the Super key', 'v', { super: true }, ['super+v']],
    ['that is several characters', 'hello', {}, ['hello']],
    ['that is several characters with control characters', '\u0015one\ttwo', {}, ['ctrl+u', 'one', 'tab', 'two']],
    ['that is a paste without bracketed paste', 'one\rtwo', {}, 'burst'],
    ['that is a paste of lines without bracketed paste, and Enter', 'one\rtwo\r', {}, 'burst, enter'],
    ['that is a line and Enter at once', 'one line of any length at all\r', {}, [LINE, 'enter']],
    ['that is a line and a newline', 'yes\n', {}, ['yes', 'enter']],
  ])('%s', (...[, input, held, expected]) => {
    expect(chordsOf(input, held)).toEqual(expected);
  });
});
