import type { Key } from 'ink';
import { describe, expect, it } from 'vitest';
import { noKey } from '../../../../tests/tui/fake-terminal.ts';
import { toTyped } from './keystroke.ts';

function chordsOf(input: string, held: Partial<Key> = {}): readonly string[] | string {
  const typed = toTyped(input, { ...noKey, ...held });
  return typed.kind === 'burst' ? 'burst' : typed.keys.map(({ chord, text }) => (chord === 'text' ? text : chord));
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
    ['that is let go of', 'a', { eventType: 'release' }, []],
    ['held with the key of a system', 'v', { super: true }, ['super+v']],
    ['that is many', 'hello', {}, ['hello']],
    ['that is many, with others among them', '\u0015one\ttwo', {}, ['ctrl+u', 'one', 'tab', 'two']],
    ['that is a paste without marks', 'one\rtwo', {}, 'burst'],
    ['that is a paste of one line without marks', 'one line that nobody types at once\r', {}, 'burst'],
    ['that is a word and Enter, held back by a slow line', 'yes\r', {}, ['yes', 'enter']],
  ])('%s', (...[, input, held, expected]) => {
    expect(chordsOf(input, held)).toEqual(expected);
  });
});
