import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createList, settle, stepList, type ListShape, type ListState } from './choice-list-state.ts';
import type { Press, PressedKey } from '../keys/press.ts';

const key = (name: PressedKey): Press => ({ key: name, text: '', isCtrl: false, isMeta: false, isShift: false });
const typed = (text: string): Press => ({ ...key('text'), text });
const press = (word: string): Press => (word.length > 1 ? key(word as PressedKey) : typed(word));
const play = (shape: ListShape, presses: readonly Press[], state = createList(shape)): ListState =>
  presses.reduce((current, each) => stepList(current, each, shape).state, state);

describe('stepList', () => {
  const shape: ListShape = { count: 10, rows: 4 };
  it.each([
    [['down', 'down'], 2, 0],
    [['j', 'j', 'k'], 1, 0],
    [['up'], 9, 6],
    [['up', 'down'], 0, 0],
    [['pagedown'], 3, 0],
    [['pagedown', 'pagedown', 'pageup'], 3, 3],
    [['end'], 9, 6],
    [['G', 'g'], 0, 0],
    [['5'], 0, 0], // rows have no numbers
  ])('moves with %j', (presses, chosen, top) => {
    expect(play(shape, presses.map(press))).toMatchObject({ chosen, top });
  });

  it.each([
    ['enter', 'chosen'],
    ['escape', 'left'],
    ['3', 'other'],
    ['f', 'other'],
    ['tab', 'other'],
    ['0', 'other'],
  ])('after %j has the outcome %s', (word, outcome) => {
    expect(stepList(createList(shape), press(word), shape).outcome).toBe(outcome);
  });

  it('chooses nothing in an empty list', () => {
    expect(stepList(createList({ count: 0, rows: 4 }), key('enter'), { count: 0, rows: 4 }).outcome).toBe('moved');
  });

  it('starts at the end if asked to', () => {
    expect(createList({ ...shape, isFromEnd: true })).toMatchObject({ chosen: 9, top: 6 });
  });

  it('searches after a slash, and Escape ends the search before it closes the list', () => {
    const searching = play(shape, [typed('/'), typed('j'), typed('3')]);
    expect(searching).toMatchObject({ query: 'j3', isSearching: true, chosen: 0 });
    const ended = stepList(searching, key('escape'), shape);
    expect(ended).toMatchObject({ state: { query: '', isSearching: false }, outcome: 'moved' });
    expect(stepList(ended.state, key('escape'), shape).outcome).toBe('left');
  });

  it('accepts pasted text and deletes whole graphemes', () => {
    const atOnce = { ...shape, searchesAtOnce: true };
    expect(play(atOnce, [typed('a\nb'), typed('👍')]).query).toBe('a b👍');
    expect(play(atOnce, [typed('a\nb'), typed('👍'), key('backspace')]).query).toBe('a b');
    expect(stepList(createList(atOnce), key('escape'), atOnce).outcome).toBe('left');
  });

  it('clears the search with Ctrl-U and goes on searching', () => {
    const ctrlU = { ...typed('u'), isCtrl: true };
    expect(play(shape, [typed('/'), typed('abc'), ctrlU])).toMatchObject({ query: '', isSearching: true });
    expect(play({ ...shape, searchesAtOnce: true }, [typed('abc'), ctrlU, typed('d')]).query).toBe('d');
    expect(stepList(createList(shape), ctrlU, shape).outcome).toBe('other');
  });

  it('keeps the choice in the list and visible for any keys', () => {
    const presses = fc.array(fc.constantFrom('up', 'down', 'pageup', 'pagedown', 'home', 'end', 'j', '/', 'x'));
    fc.assert(
      fc.property(
        presses,
        fc.tuple(fc.nat(30), fc.nat(30), fc.integer({ min: 1, max: 9 })),
        (words, [count, then, rows]) => {
          const after = play({ count, rows }, words.map(press));
          for (const [state, length] of [
            [after, count],
            [settle(after, { count: then, rows }), then],
          ] as const) {
            expect(state.chosen).toBeGreaterThanOrEqual(0);
            expect(state.chosen).toBeLessThan(Math.max(1, length));
            expect(state.top).toBeLessThanOrEqual(state.chosen);
            expect(state.chosen - state.top).toBeLessThan(rows);
          }
        },
      ),
    );
  });
});
