import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTheme } from '../paint/theme/create-theme.ts';
import type { View } from '../paint/layout/view.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { insert, paste } from '../editor/edit-text.ts';
import { moveBy, type Edit } from '../editor/editor-state.ts';
import { limitOf, paintPrompt, visibleRows } from './paint-prompt.ts';
import { applyEdit, EMPTY_PROMPT, setVim, type PromptState } from './prompt-state.ts';

function viewOf(width: number, isScreenReader = false): View {
  return {
    width,
    theme: createTheme('plain', { colours: 0 }),
    isScreenReader,
    workspace: '/w',
    isUnfolded: false,
    now: 0,
  };
}

function write(edits: readonly Edit[], view: View): PromptState {
  const scene = { limit: limitOf(view), visible: 4, commands: [], now: 0 };
  return edits.reduce((state, edit) => applyEdit(state, edit, scene), EMPTY_PROMPT);
}

function paint(edits: readonly Edit[], view: View) {
  return paintPrompt(write(edits, view), view, { visible: 4, placeholder: 'Say something' });
}

describe('the painted prompt', () => {
  it.each<[string, readonly Edit[], number, readonly string[], readonly [number, number]]>([
    ['nothing', [], 20, ['❯ Say something'], [2, 0]],
    ['wrapped words', [insert('one two three')], 11, ['❯ one two ', '  three'], [7, 1]],
    ['a word that is too long', [insert('abcdefghij')], 9, ['❯ abcdef', '  ghij'], [6, 1]],
    ['wide characters without splitting them', [insert('中文中文')], 9, ['❯ 中文中', '  文'], [4, 1]],
    ['a tab', [insert('a\tb')], 20, ['❯ a    b'], [8, 0]],
    ['invisible characters', [insert('a\u202eb')], 20, ['❯ a⟨U+202E⟩b'], [12, 0]],
    ['a shell command', [insert('!ls')], 20, ['! ls'], [4, 0]],
    ['a label in a narrow window', [paste('x\n'.repeat(30))], 14, ['❯ [pasted 60…'], [13, 0]],
    ['the cursor at the end of a row', [insert('abcdef')], 9, ['❯ abcdef'], [8, 0]],
    ['a long text', [insert('1\n2\n3\n4\n5\n6'), moveBy('text_start')], 20, ['❯ 1', '  2', '  3', '↓ 4'], [2, 0]],
  ])('shows %s', (...[, edits, width, lines, [x, y]]) => {
    expect(paint(edits, viewOf(width))).toEqual({ lines, cursor: { x, y } });
  });

  it('uses words for a screen reader', () => {
    const line = (text: string, ...more: readonly Edit[]) => paint([insert(text), ...more], viewOf(30, true)).line;
    expect(line('hi')).toEqual({ label: 'Message:', text: 'hi', cursor: 2 });
    expect(line('hi you', moveBy('word_left'))).toEqual({ label: 'Message:', text: 'hi you', cursor: 3 });
    expect(line('!ls')).toEqual({ label: 'Shell:', text: 'ls', cursor: 2 });
    expect(line('one\ntwo')).toEqual({ label: 'Message, line 2 of 2:', text: 'two', cursor: 3 });
  });

  it('shows the Vim mode', () => {
    const view = viewOf(20);
    const state = setVim(write([insert('a')], view), true);
    const normal = { ...state, vim: state.vim === null ? null : { ...state.vim, mode: 'normal' as const } };
    expect(paintPrompt(normal, view, { visible: 4, placeholder: '' }).lines).toEqual([': a']);
  });

  it('takes a third of the window, and at most ten rows', () => {
    expect([6, 24, 200].map((rows) => visibleRows(rows))).toEqual([2, 8, 10]);
  });

  it('is never wider than the window and contains the cursor', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', ' ', '中', '🙂', 'e\u0301', '\n', '\t', '\u202e', '[', '🇩🇪'),
      maxLength: 80,
    });
    fc.assert(
      fc.property(texts, fc.integer({ min: 12, max: 40 }), (text, width) => {
        const { lines, cursor } = paint([insert(text), moveBy('word_left')], viewOf(width));
        expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
        expect(cursor.x).toBeLessThan(width);
        expect(cursor.y).toBeLessThan(lines.length);
      }),
    );
  });
});
