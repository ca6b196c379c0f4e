import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandChips } from './chips.ts';
import {
  acceptSearch,
  cancelSearch,
  finish,
  goDown,
  goUp,
  loadOlder,
  newerEntry,
  olderEntry,
  searchFor,
  searchOn,
} from './edit-history.ts';
import { attachImage, deleteTo, insert, killTo, paste, yank, yankOlder } from './edit-text.ts';
import { EMPTY_EDITOR, moveBy, redo, setText, undo, type Edit, type EditorState } from './editor-state.ts';
import { toBoundary } from './graphemes.ts';
import { createBuffer, lineOf, toText } from './text-buffer.ts';

const LIMIT = 12;
const FAMILY = '👨‍👩‍👧‍👦';

function run(edits: readonly Edit[], from: EditorState = EMPTY_EDITOR): EditorState {
  return edits.reduce((state, edit) => edit(state, LIMIT), from);
}

function textOf(state: EditorState): string {
  return toText(state.buffer);
}

function unitsOf(state: EditorState): readonly string[] {
  return textOf(state).split('').toSorted();
}

/** The text with the cursor shown as a bar. */
function shown({ buffer }: EditorState): string {
  const { line, column } = buffer.at;
  return buffer.lines
    .map((text, index) => (index === line ? `${text.slice(0, column)}|${text.slice(column)}` : text))
    .join('\n');
}

const fragments = fc.oneof(
  fc.constantFrom(
    'a',
    'Z',
    ' ',
    '\n',
    'é',
    'e\u0301',
    '\u0301',
    '中文',
    '🙂',
    FAMILY,
    '🇩🇪',
    '🇩',
    '\u200d',
    'שלום',
    'مرحبا',
    '\t',
  ),
  fc.constantFrom('[image a.png #1]', '[pasted 3 KB, 12 lines #1]', '[pasted ', ' #1]', 'word word', 'x\r\ny'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const motions = fc.constantFrom(
  ...([
    'left',
    'right',
    'word_left',
    'word_right',
    'blank_left',
    'line_start',
    'line_end',
    'text_start',
    'text_end',
  ] as const),
);
const edits: fc.Arbitrary<Edit> = fc.oneof(
  { arbitrary: fragments.map((text) => insert(text)), weight: 4 },
  { arbitrary: motions.map(moveBy), weight: 3 },
  motions.map(deleteTo),
  motions.map(killTo),
  fragments.map((text) => paste(text)),
  fc.constantFrom<Edit>(yank, yankOlder, undo, redo, goUp, goDown, olderEntry, newerEntry, finish),
  fc.constantFrom<Edit>(searchOn(1), searchOn(-1), searchFor('a'), acceptSearch, cancelSearch),
  fc.constant(paste('long\n'.repeat(12))),
);

describe('the editor', () => {
  it.each<[string, readonly Edit[], string]>([
    [
      'moves over an emoji family as one character',
      [insert(`a${FAMILY}b`), moveBy('left'), moveBy('left')],
      `a|${FAMILY}b`,
    ],
    ['deletes a letter with its combining marks', [insert('xe\u0301'), deleteTo('left')], 'x|'],
    ['deletes a whole flag', [insert('🇩🇪🇫🇷'), deleteTo('left')], '🇩🇪|'],
    ['joins lines when their newline is deleted', [insert('a\nb'), moveBy('line_start'), deleteTo('left')], 'a|b'],
    [
      'deletes forward across the end of a line',
      [insert('a\nb'), moveBy('left'), moveBy('left'), deleteTo('right')],
      'a|b',
    ],
    ['moves by words over punctuation', [insert('one, two'), moveBy('word_left'), moveBy('word_left')], '|one, two'],
    [
      'moves by words across lines',
      [insert('one\n  two'), moveBy('text_start'), moveBy('word_right'), moveBy('word_right')],
      'one\n  two|',
    ],
    ['kills back to whitespace', [insert('git log --all'), killTo('blank_left')], 'git log |'],
    [
      'kills the newline at the end of a line',
      [insert('a\nb'), moveBy('text_start'), moveBy('right'), killTo('line_end')],
      'a|b',
    ],
    ['kills to the start', [insert('one two'), killTo('line_start')], '|'],
    [
      'yanks consecutive kills in their order',
      [insert('one two three'), killTo('word_left'), killTo('word_left'), yank],
      'one two three|',
    ],
    [
      'yanks an older kill instead',
      [insert('a'), killTo('line_start'), insert('b'), killTo('line_start'), yank, yankOlder],
      'a|',
    ],
    ['undoes a word at a time', [insert('o'), insert('n'), insert('e'), insert(' '), insert('t'), undo], 'one|'],
    ['keeps tabs and drops escape sequences', [insert('a\tb\u0007\u001b[31mc\u001b[0m')], 'a\tbc|'],
    ['normalizes newlines', [insert('a\r\nb\rc')], 'a\nb\nc|'],
  ])('%s', (_, done, expected) => {
    expect(shown(run(done))).toBe(expected);
  });

  it('moves up and down over wrapped rows and keeps its column', () => {
    const written = run([insert('aaaa bbbb cccc dddd\nx\n0123456789')]);
    const up = goUp(goUp(written, LIMIT), LIMIT);
    expect(shown(goUp(written, LIMIT))).toBe('aaaa bbbb cccc dddd\nx|\n0123456789');
    expect(shown(up)).toBe('aaaa bbbb cccc dddd|\nx\n0123456789');
    expect(shown(goUp(up, LIMIT))).toBe('aaaa bbbb| cccc dddd\nx\n0123456789');
    expect(shown(run([goDown, goDown, goDown], goUp(up, LIMIT)))).toBe('aaaa bbbb cccc dddd\nx\n0123456789|');
  });

  it('keeps the draft and edited history entries until a message is sent', () => {
    const sent = run([insert('first'), finish, insert('second'), finish, insert('draft')]);
    const changed = run([goUp, insert('!'), goUp], sent);
    expect(textOf(changed)).toBe('first');
    expect(textOf(run([goDown], changed))).toBe('second!');
    expect(textOf(run([goDown, goDown], changed))).toBe('draft');
    expect(textOf(run([goDown, goDown, goDown], changed))).toBe('draft');
    expect(run([goDown, finish], changed).history.entries).toEqual(['first', 'second', 'second!']);
  });

  it('searches the history, and restores the draft when the search is canceled', () => {
    const sent = run([
      insert('build it'),
      finish,
      insert('test it'),
      finish,
      insert('build again'),
      finish,
      insert('draft'),
    ]);
    const found = run([searchOn(1), searchFor('b'), searchFor('bui')], sent);
    expect(textOf(found)).toBe('build again');
    expect(textOf(run([searchOn(1)], found))).toBe('build it');
    expect(run([searchOn(1), searchOn(1)], found).search?.isMissed).toBe(true);
    expect(textOf(run([searchOn(1), searchOn(-1)], found))).toBe('build again');
    expect(textOf(run([cancelSearch], found))).toBe('draft');
    expect(textOf(run([acceptSearch, undo], found))).toBe('draft');
    expect(textOf(run([acceptSearch, newerEntry], found))).toBe('draft');
  });

  it('replaces a large paste with a label, deletes the label as a whole and expands it', () => {
    const large = 'a line of text\n'.repeat(70_000);
    const written = run([insert('see '), paste(large), insert(' end')]);
    expect(textOf(written)).toBe('see [pasted 1,025 KB, 70,001 lines #1] end');
    expect(expandChips(textOf(written), written.chips)).toBe(`see ${large} end`);
    const back = run([moveBy('word_left'), moveBy('left')], written);
    expect(shown(run([deleteTo('left')], back))).toBe('see | end');
    expect(textOf(run([deleteTo('left'), undo], back))).toBe(textOf(written));
  });

  it('joins the parts of one paste, but not two pastes', () => {
    const part = 'line\n'.repeat(20);
    const grown = run([paste(part), paste(part, true), paste('tail', true)]);
    expect(textOf(grown)).toBe('[pasted 204 characters, 41 lines #1]');
    expect(expandChips(textOf(grown), grown.chips)).toBe(`${part}${part}tail`);
    expect(textOf(run([paste(part), paste(part)]))).toMatch(/#1\]\[pasted .* #2\]$/);
  });

  it('replaces the path of an image with its label, and keeps the cursor in place', () => {
    const part = { type: 'media' as const, mimeType: 'image/png', data: 'AAAA' };
    const written = run([insert('look: /a/b.png and more')]);
    expect(shown(run([attachImage(part, 'b.png', '/a/b.png')], written))).toBe('look: [image b.png #1] and more|');
    expect(shown(run([attachImage(part, 'b.png', '/gone.png')], written))).toBe('look: /a/b.png and more|');
  });
});

describe('for any keys', () => {
  it('the cursor never splits a grapheme', () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 40 }), (all) => {
        let state = EMPTY_EDITOR;
        for (const edit of all) {
          state = edit(state, LIMIT);
          const { line, column } = state.buffer.at;
          expect(line).toBeLessThan(state.buffer.lines.length);
          expect(toBoundary(lineOf(state.buffer, line), column)).toBe(column);
          expect(state.buffer.lines.every((text) => !text.includes('\n'))).toBe(true);
        }
      }),
    );
  });

  it('undo and redo are inverse', () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 25 }), (all) => {
        const state = cancelSearch(run(all));
        const back: string[] = [];
        let undone = state;
        while (undone.past.length > 0) {
          back.push(textOf(undone));
          undone = undo(undone);
        }
        let redone = undone;
        while (back.length > 0) {
          redone = redo(redone);
          expect(textOf(redone)).toBe(back.pop());
        }
        expect(textOf(redone)).toBe(textOf(state));
      }),
    );
  });

  // Not always in the same place: combining marks may have joined the text on both sides of it.
  it('yanking restores all killed text', () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 20 }), motions, (all, motion) => {
        const state = { ...cancelSearch(run(all)), run: null };
        const killed = killTo(motion)(state, LIMIT);
        if (killed.run?.kind === 'kill') expect(unitsOf(yank(killed))).toEqual(unitsOf(state));
      }),
    );
  });

  it('going through the history and back ends at the draft', () => {
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 5 }), fragments, fc.nat(8), (sent, draft, steps) => {
        const before = run([...sent.flatMap((text) => [insert(text), finish]), setText(draft)]);
        let state = before;
        for (let step = 0; step < steps; step++) state = olderEntry(state, LIMIT);
        for (let step = 0; step < steps; step++) state = newerEntry(state, LIMIT);
        expect(textOf(state)).toBe(textOf(before));
      }),
    );
  });

  it('the editor behaves like a plain string', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(modelInsert(), fc.constantFrom(...MODEL_KEYS)), { maxLength: 40 }), (all) => {
        let state = EMPTY_EDITOR;
        let model: Model = { text: '', at: 0 };
        for (const { edit, step } of all) {
          state = edit(state, LIMIT);
          model = step(model);
          expect(shown(state)).toBe(`${model.text.slice(0, model.at)}|${model.text.slice(model.at)}`);
        }
      }),
    );
  });
});

/** The simplest model of the editor: a string and an offset. */
interface Model {
  readonly text: string;
  readonly at: number;
}

interface Step {
  readonly edit: Edit;
  readonly step: (model: Model) => Model;
}

function boundariesOf(text: string): readonly number[] {
  return [...new Intl.Segmenter().segment(text)].map(({ index }) => index).concat(text.length);
}

function snap({ text, at }: Model): Model {
  return { text, at: boundariesOf(text).find((boundary) => boundary >= at) ?? text.length };
}

function before({ text, at }: Model): number {
  return boundariesOf(text).findLast((boundary) => boundary < at) ?? 0;
}

function behind({ text, at }: Model): number {
  return boundariesOf(text).find((boundary) => boundary > at) ?? text.length;
}

function modelInsert(): fc.Arbitrary<Step> {
  const texts = fc.constantFrom('a', 'b c', '\n', 'e\u0301', '\u0301', '中', FAMILY, '🇩🇪', '🇩', '\u200d', 'ש', '🏽');
  return texts.map((added) => ({
    edit: insert(added),
    step: ({ text, at }) => snap({ text: text.slice(0, at) + added + text.slice(at), at: at + added.length }),
  }));
}

const MODEL_KEYS: readonly Step[] = [
  { edit: moveBy('left'), step: (model) => ({ ...model, at: before(model) }) },
  { edit: moveBy('right'), step: (model) => ({ ...model, at: behind(model) }) },
  {
    edit: moveBy('line_start'),
    step: ({ text, at }) => ({ text, at: at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1 }),
  },
  {
    edit: moveBy('line_end'),
    step: ({ text, at }) => ({ text, at: text.includes('\n', at) ? text.indexOf('\n', at) : text.length }),
  },
  { edit: moveBy('text_start'), step: ({ text }) => ({ text, at: 0 }) },
  {
    edit: deleteTo('left'),
    step: (model) => snap({ text: model.text.slice(0, before(model)) + model.text.slice(model.at), at: before(model) }),
  },
  {
    edit: deleteTo('right'),
    step: (model) => snap({ text: model.text.slice(0, model.at) + model.text.slice(behind(model)), at: model.at }),
  },
];

it('a new text has the cursor at its end', () => {
  expect(createBuffer('a\nbc').at).toEqual({ line: 1, column: 2 });
});

it('shows a very long message of an earlier session as a label and sends it completely', () => {
  const long = 'word '.repeat(10_000);
  const state = run([loadOlder(['short', long]), goUp]);
  expect(textOf(state)).toBe('[pasted 49 KB, 1 line #1]');
  expect(expandChips(textOf(state), state.chips)).toBe(long);
  expect(textOf(run([goUp], state))).toBe('short');
});
