import { describe, expect, it } from 'vitest';
import type { Press, PressedKey } from '../keys/press.ts';
import { emptyField, stepField, type TextField } from './text-field.ts';

const key = (name: PressedKey): Press => ({ key: name, text: '', isCtrl: false, isMeta: false, isShift: false });
const typed = (text: string): Press => ({ ...key('text'), text });
const ctrl = (text: string): Press => ({ ...typed(text), isCtrl: true });
const play = (presses: readonly Press[]): TextField =>
  presses.reduce((field, press) => stepField(field, press) ?? field, emptyField);

describe('stepField', () => {
  it.each([
    ['types', [typed('a'), typed('b')], { text: 'ab', cursor: 2 }],
    ['takes a paste', [typed('a\r\nb\rc')], { text: 'a\nb\nc', cursor: 5 }],
    ['deletes a whole grapheme', [typed('a👨‍👩‍👧'), key('backspace')], { text: 'a', cursor: 1 }],
    ['moves over whole graphemes', [typed('a👍'), key('left'), typed('x')], { text: 'ax👍', cursor: 2 }],
    ['deletes forward', [typed('ab'), key('home'), key('delete')], { text: 'b', cursor: 0 }],
    ['deletes a word', [typed('one two '), ctrl('w')], { text: 'one ', cursor: 4 }],
    ['deletes to the start', [typed('one two'), key('left'), ctrl('u')], { text: 'o', cursor: 0 }],
    ['deletes to the end', [typed('one'), ctrl('a'), key('right'), ctrl('k')], { text: 'o', cursor: 1 }],
    ['breaks a line with Alt-Enter', [typed('a'), { ...key('enter'), isMeta: true }], { text: 'a\n', cursor: 2 }],
    ['stays empty', [key('backspace'), key('left'), key('delete'), ctrl('w')], { text: '', cursor: 0 }],
  ])('%s', (_what, presses, expected) => {
    expect(play(presses)).toEqual(expected);
  });

  it.each([key('enter'), key('escape'), key('tab'), key('up'), ctrl('x')])('leaves %j to others', (press) => {
    expect(stepField(emptyField, press)).toBeNull();
  });
});
