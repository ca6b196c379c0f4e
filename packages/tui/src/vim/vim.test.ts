import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../editor/edit-history.ts';
import { insert } from '../editor/edit-text.ts';
import { EMPTY_EDITOR, setText } from '../editor/editor-state.ts';
import { toBoundary } from '../editor/graphemes.ts';
import type { Keystroke } from '../keys/keystroke.ts';
import { createBuffer, lineOf, toText } from '../editor/text-buffer.ts';
import { pressVim } from './vim.ts';
import { INITIAL_VIM, type VimText } from './vim-state.ts';

/** Parses keys: `<esc>` and `<c-r>` by name, all others as themselves. */
function keysOf(written: string): readonly Keystroke[] {
  return (written.match(/<[\w-]+>|[\s\S]/gu) ?? []).map((part) => {
    if (part === '<esc>') return { chord: 'escape', text: '' };
    if (part === '<bs>') return { chord: 'backspace', text: '' };
    if (part === '<c-r>') return { chord: 'ctrl+r', text: '' };
    return { chord: part, text: part };
  });
}

/** A text in normal mode, with the cursor at the bar. */
function normal(written: string): VimText {
  const before = written.slice(0, written.indexOf('|')).split('\n');
  const buffer = createBuffer(written.replace('|', ''));
  const at = { line: before.length - 1, column: (before.at(-1) ?? '').length };
  return { vim: { ...INITIAL_VIM, mode: 'normal' }, editor: { ...EMPTY_EDITOR, buffer: { ...buffer, at } } };
}

function press(text: VimText, written: string): VimText {
  return keysOf(written).reduce((state, key) => pressVim(state, key, 40) ?? state, text);
}

function shown({ editor: { buffer } }: VimText): string {
  const { line, column } = buffer.at;
  return buffer.lines
    .map((text, index) => (index === line ? `${text.slice(0, column)}|${text.slice(column)}` : text))
    .join('\n');
}

describe('vim mode', () => {
  it.each([
    ['h', 'ab|c', 'a|bc'],
    ['l', 'a|bc', 'ab|c'],
    ['9l', '|abc', 'ab|c'],
    ['j', 'a|b\ncd', 'ab\nc|d'],
    ['k', 'ab\nc|d', 'a|b\ncd'],
    ['w', '|one.two three', 'one|.two three'],
    ['3w', '|one.two three', 'one.two |three'],
    ['w', 'on|e\n  two', 'one\n  |two'],
    ['w', '|one\n\ntwo', 'one\n|\ntwo'],
    ['b', 'one two|', 'one |two'],
    ['2b', 'one two thr|ee', 'one |two three'],
    ['e', '|one two', 'on|e two'],
    ['2e', '|one two', 'one tw|o'],
    ['0', '  a|b', '|  ab'],
    ['^', '  a|b', '  |ab'],
    ['$', '|abc', 'ab|c'],
    ['gg', 'a\nb\nc|', '|a\nb\nc'],
    ['G', '|a\nb\nc', 'a\nb\n|c'],
    ['2G', '|a\nb\nc', 'a\n|b\nc'],
    ['fc', '|abcabc', 'ab|cabc'],
    ['2fc', '|abcabc', 'abcab|c'],
    ['tc', '|abcabc', 'a|bcabc'],
    ['fc;', '|abcabc', 'abcab|c'],
    ['tc;', '|abcabc', 'abca|bc'],
    ['fc;,', '|abcabc', 'ab|cabc'],
    ['Fa', 'abcab|c', 'abc|abc'],
    ['fz', '|abc', '|abc'],
    ['x', 'a|bc', 'a|c'],
    ['2x', '|abc', '|c'],
    ['x', 'ab|c', 'a|b'],
    ['x', '|👨‍👩‍👧‍👦b', '|b'],
    ['dw', '|one two', '|two'],
    ['d2w', '|one two three', '|three'],
    ['2dw', '|one two three', '|three'],
    ['dw', '|one\ntwo', '|\ntwo'],
    ['de', '|one two', '| two'],
    ['d$', 'one| two', 'on|e'],
    ['D', 'one| two', 'on|e'],
    ['d0', 'one |two', '|two'],
    ['db', 'one |two', '|two'],
    ['dfe', '|one two', '| two'],
    ['dte', '|one two', '|e two'],
    ['dd', 'a\n|b\nc', 'a\n|c'],
    ['dd', 'a\n|b', '|a'],
    ['2dd', '|a\nb\nc', '|c'],
    ['dj', '|a\nb\nc', '|c'],
    ['dG', 'a\n|b\nc', '|a'],
    ['dgg', 'a\n|b\nc', '|c'],
    ['cwnew<esc>', '|one two', 'ne|w two'],
    ['ccnew<esc>', 'a\n|b\nc', 'a\nne|w\nc'],
    ['Cnew<esc>', 'one| two', 'onene|w'],
    ['ywP', '|one two', 'one| one two'],
    ['yyp', '|a\nb', 'a\n|a\nb'],
    ['ddp', '|a\nb', 'b\n|a'],
    ['ddP', 'a\n|b', '|b\na'],
    ['yw$p', '|one two', 'one twoone| '],
    ['xp', '|ab', 'b|a'],
    ['ix<esc>', 'a|b', 'a|xb'],
    ['ax<esc>', 'a|b', 'ab|x'],
    ['Ix<esc>', '  a|b', '  |xab'],
    ['Ax<esc>', '|ab', 'ab|x'],
    ['ox<esc>', '|a\nb', 'a\n|x\nb'],
    ['Ox<esc>', 'a\n|b', 'a\n|x\nb'],
    ['dwu', '|one two', '|one two'],
    ['dwu<c-r>', '|one two', '|two'],
    ['cwnew text<esc>u', '|one two', '|one two'],
    ['x.', '|abcd', '|cd'],
    ['dw.', '|a b c', '|c'],
    ['cwx<esc>w.', '|one two', 'x |x'],
    ['axy<bs><esc>.', '|a', 'ax|x'],
    ['rx', 'a|bc', 'a|xc'],
    ['2rx', '|abc', 'x|xc'],
    ['~', '|abc', 'A|bc'],
    ['2~', '|aBc', 'Ab|c'],
    ['J', '|a\n  b', 'a| b'],
    ['dz', '|abc', '|abc'],
    ['d<esc>x', '|abc', '|bc'],
    ['yl', '|', '|'],
  ])('%s', (keys, before, after) => {
    expect(shown(press(normal(before), keys))).toBe(after);
  });

  it('does not use Escape in normal mode without a pending command', () => {
    const escape = { chord: 'escape', text: '' };
    expect(pressVim(normal('a|b'), escape, 40)).toBeUndefined();
    expect(pressVim(press(normal('a|b'), '2d'), escape, 40)?.vim.pending).toEqual([]);
    expect(pressVim(press(normal('a|b'), 'i'), escape, 40)?.vim.mode).toBe('normal');
  });

  it('does not use Enter and keys of the program', () => {
    for (const chord of ['enter', 'tab', 'ctrl+c', 'shift+tab']) {
      expect(pressVim(normal('a|b'), { chord, text: '' }, 40)).toBeUndefined();
    }
  });

  it('handles keys that arrive together one by one', () => {
    expect(shown(pressVim(normal('|a\nb'), { chord: 'text', text: 'ddihi' }, 40) ?? normal('|'))).toBe('hi|b');
  });

  it('moves from the first row to the previous history entry', () => {
    const sent = finish(insert('earlier')(EMPTY_EDITOR, 40));
    const text = { vim: { ...INITIAL_VIM, mode: 'normal' as const }, editor: setText('draft')(sent, 40) };
    expect(toText(press(text, 'k').editor.buffer)).toBe('earlier');
    expect(toText(press(text, 'kj').editor.buffer)).toBe('draft');
  });

  it('never splits a grapheme, for any keys', () => {
    const letters = Array.from('hjklwbe0$^GxDCyYpPiaIAoOu.r~ftFT;,dc123JgsSX');
    const parts = ['<esc>', '<bs>', '<esc>', '<c-r>', 'é', '中', '🇩🇪', ' '];
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...letters), fc.constantFrom(...parts)), { maxLength: 40 }),
        (keys) => {
          let text = press(normal('|one 👨‍👩‍👧‍👦 two\n\n  e\u0301 中文 שלום'), '');
          for (const key of keys) {
            text = press(text, key);
            const { line, column } = text.editor.buffer.at;
            expect(toBoundary(lineOf(text.editor.buffer, line), column)).toBe(column);
          }
        },
      ),
    );
  });
});
