import { describe, expect, it } from 'vitest';
import { createTheme } from '../paint/theme/create-theme.ts';
import type { View } from '../paint/layout/view.ts';
import { expandChips } from '../editor/chips.ts';
import { insert } from '../editor/edit-text.ts';
import type { Keystroke } from '../keys/keystroke.ts';
import { paintPrompt } from './paint-prompt.ts';
import { pressKey } from './press-key.ts';
import { applyEdit, EMPTY_PROMPT, pasteBurst, setVim, type PromptScene, type PromptState } from './prompt-state.ts';
import { toText } from '../editor/text-buffer.ts';

const SCENE: PromptScene = { limit: 40, visible: 8, commands: [], now: 0 };

function textOf({ editor }: PromptState): string {
  return toText(editor.buffer);
}

function write(text: string): PromptState {
  return applyEdit(EMPTY_PROMPT, insert(text), SCENE);
}

function key(chord: string): Keystroke {
  return { chord, text: chord.length === 1 ? chord : '' };
}

function press(state: PromptState, chord: string, scene: Partial<PromptScene> = {}) {
  return pressKey(state, key(chord), { ...SCENE, ...scene });
}

describe('a key in the prompt', () => {
  it.each([
    ['escape', 'text', 'escape', 'text'],
    ['ctrl+c', 'text', undefined, ''],
    ['ctrl+c', '', 'interrupt', ''],
    ['ctrl+d', '', 'leave', ''],
    ['ctrl+d', 'text', undefined, 'text'],
    ['ctrl+g', 'text', 'edit_elsewhere', 'text'],
    ['ctrl+v', 'text', 'read_image', 'text'],
    ['pageup', 'text', 'shortcut', 'text'],
    ['tab', 'text', 'shortcut', 'text'],
    ['?', '', 'shortcut', ''],
    ['?', 'why', undefined, 'why?'],
    ['enter', 'text', 'submit', ''],
    ['enter', ' ', 'shortcut', ' '],
    ['enter', '', 'shortcut', ''],
    ['enter', 'a\\', undefined, 'a\n'],
  ])('%s after %j results in %s and leaves %j', (...[chord, text, kind, left]) => {
    const { state, outcome } = press(write(text), chord);
    expect(outcome?.kind).toBe(kind);
    expect(textOf(state)).toBe(left);
  });

  it('opens an editor as the second key of a chord', () => {
    const first = press(write('text'), 'ctrl+x');
    expect(press(first.state, 'ctrl+e').outcome).toEqual({ kind: 'edit_elsewhere' });
    const other = press(first.state, 'z').state;
    expect(textOf(other)).toBe('textz');
    expect(press(other, 'ctrl+e').outcome).toBeNull();
  });

  it('clears text before it interrupts the agent', () => {
    const { state, outcome } = press(write('text'), 'ctrl+c');
    expect(outcome).toBeNull();
    expect(textOf(state)).toBe('');
    expect(press(state, 'ctrl+c').outcome).toEqual({ kind: 'interrupt' });
  });

  it('does not send at a line break inside an unbracketed paste, but sends later', () => {
    const pasted = pasteBurst(EMPTY_PROMPT, 'one\rtwo', SCENE);
    expect(press(pasted, 'enter', { now: 20 }).outcome).toBeNull();
    expect(textOf(press(pasted, 'enter', { now: 20 }).state)).toBe('one\ntwo\n');
    expect(press(pasted, 'enter', { now: 500 }).outcome?.kind).toBe('submit');
  });

  it('joins the parts of a paste that arrive close together', () => {
    const part = 'line\r'.repeat(20);
    const first = pasteBurst(EMPTY_PROMPT, part, SCENE);
    const second = pasteBurst(first, part, { ...SCENE, now: 30 });
    expect(textOf(second)).toBe('[pasted 200 characters, 41 lines #1]');
    expect(expandChips(textOf(second), second.editor.chips)).toBe('line\n'.repeat(40));
    expect(textOf(pasteBurst(second, part, { ...SCENE, now: 900 }))).toContain('#2]');
  });

  it('keeps the match of a search and then performs its action', () => {
    const sent = press(write('earlier'), 'enter').state;
    const found = press(press(sent, 'ctrl+r').state, 'e').state;
    expect(textOf(found)).toBe('earlier');
    expect(press(found, 'home').state.editor).toMatchObject({ search: null, buffer: { at: { column: 0 } } });
  });

  it('returns to insert mode after sending in Vim mode', () => {
    const normal = press(setVim(write('text'), true), 'escape').state;
    expect(normal.vim?.mode).toBe('normal');
    expect(press(normal, 'enter').state.vim?.mode).toBe('insert');
  });

  it('takes less than a millisecond, and so does painting', () => {
    const view: View = {
      width: 100,
      theme: createTheme('plain', { colours: 0 }),
      isScreenReader: false,
      workspace: '/w',
      isUnfolded: false,
      now: 0,
    };
    let state = write('an ordinary message with some words, of three lines — and 中文 in it\n'.repeat(3));
    const took = Array.from({ length: 300 }, () => {
      const start = performance.now();
      state = press(state, 'x').state;
      paintPrompt(state, view, { visible: 8, placeholder: '' });
      return performance.now() - start;
    });
    expect(took.toSorted((a, b) => a - b)[150]).toBeLessThan(1);
  });
});
