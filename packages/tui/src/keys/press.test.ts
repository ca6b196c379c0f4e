import { describe, expect, it } from 'vitest';
import { noKey } from '../../../../tests/tui/fake-terminal.ts';
import { ctrlOf, letterOf, toPress, toPresses } from './press.ts';

describe('toPress', () => {
  it.each([
    ['', { return: true }, { key: 'enter', text: '' }],
    ['', { upArrow: true }, { key: 'up', text: '' }],
    ['', { tab: true, shift: true }, { key: 'tab', text: '' }],
    ['a', {}, { key: 'text', text: 'a' }],
    ['pasted text', {}, { key: 'text', text: 'pasted text' }],
    ['\n', {}, { key: 'enter', text: '' }],
    ['', {}, { key: 'none', text: '' }],
  ])('names %j with %j', (input, more, expected) => {
    expect(toPress(input, { ...noKey, ...more })).toMatchObject(expected);
  });

  it('reports a key once, on press', () => {
    expect(toPress('a', { ...noKey, eventType: 'release' })).toBeNull();
    expect(toPress('a', { ...noKey, eventType: 'repeat' })).not.toBeNull();
  });
});

describe('toPresses', () => {
  it.each([
    ['ab\r', ['text', 'enter']],
    ['ab', ['text']],
    ['\n', ['enter']],
    ['a\rb', ['text']],
    ['a\u007Fb', ['text', 'backspace', 'text']],
  ])('splits %j', (input, keys) => {
    expect(toPresses(input, noKey).map(({ key }) => key)).toEqual(keys);
  });
});

it('tells a key with Ctrl from the text that arrives with it', () => {
  const presses = toPresses('\u0015About\r', noKey);
  expect(presses.map((press) => [press.key, press.text, press.isCtrl])).toEqual([
    ['text', 'u', true],
    ['text', 'About', false],
    ['enter', '', false],
  ]);
});

describe('letterOf', () => {
  it.each([
    ['o', {}, { letter: 'o', ctrl: '' }],
    ['os', {}, { letter: '', ctrl: '' }],
    ['o', { ctrl: true }, { letter: '', ctrl: 'o' }],
    ['o', { meta: true }, { letter: '', ctrl: '' }],
    ['', { return: true }, { letter: '', ctrl: '' }],
  ])('reads %j with %j as %j', (input, more, { letter, ctrl }) => {
    const press = toPress(input, { ...noKey, ...more });
    expect(press !== null && letterOf(press)).toBe(letter);
    expect(press !== null && ctrlOf(press)).toBe(ctrl);
  });
});
