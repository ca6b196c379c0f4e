import type { ContentPart } from '@bowline/protocol';
import { addText, isLarge, labelImage, labelText, nextNumber, type Chip } from './chips.ts';
import { changeTo, cleanTyped, unifyNewlines, type Edit, type EditorState } from './editor-state.ts';
import { MOTIONS, type MotionName } from './motions.ts';
import {
  comparePlaces,
  insertText,
  lineOf,
  moveTo,
  replaceBetween,
  textBetween,
  toSpan,
  type Place,
  type Span,
} from './text-buffer.ts';

const MAX_KILLS = 60;

/** Inserts typed text at the cursor. Undo removes a word at a time. */
export function insert(text: string): Edit {
  return (state) => {
    const typed = cleanTyped(text);
    const isWordBegun = /^\s/.test(typed);
    return changeTo(isWordBegun ? { ...state, run: null } : state, insertText(state.buffer, typed), { kind: 'typing' });
  };
}

/** Inserts pasted text, or a label if it is large. `isMore`: it continues the previous paste. */
export function paste(text: string, isMore = false): Edit {
  return (state) => {
    const plain = unifyNewlines(text);
    const grown = isMore ? growPaste(state, plain) : undefined;
    if (grown !== undefined) return grown;
    if (!isLarge(plain)) return changeTo(state, insertText(state.buffer, cleanTyped(plain)));
    const { chips, label } = addText(state.chips, plain);
    return changeTo({ ...state, chips }, insertText(state.buffer, label), { kind: 'paste', label });
  };
}

/** Without bracketed paste, a large paste arrives in parts, which are joined here. */
function growPaste(state: EditorState, text: string): EditorState | undefined {
  if (state.run?.kind !== 'paste') return undefined;
  const { label: before } = state.run;
  const chip = state.chips.get(before);
  const span = spanBefore(state, before);
  if (chip?.kind !== 'text' || span === undefined) return undefined;
  const grown = { ...chip, text: chip.text + text };
  const label = labelText(grown.text, chip.number);
  const buffer = replaceBetween(state.buffer, span, label);
  return { ...keep(state, label, grown), buffer, run: { kind: 'paste', label } };
}

function spanBefore({ buffer }: EditorState, text: string): Span | undefined {
  const { line, column } = buffer.at;
  if (!lineOf(buffer).slice(0, column).endsWith(text)) return undefined;
  return { from: { line, column: column - text.length }, to: buffer.at };
}

/** Inserts an image as a label, replacing the text that named it if that is still there. */
export function attachImage(part: ContentPart, name: string, instead: string | null): Edit {
  return (state) => {
    const { at } = state.buffer;
    const number = nextNumber(state.chips);
    const label = labelImage(name, number);
    const kept = keep(state, label, { kind: 'image', number, part });
    const span = instead === null ? { from: at, to: at } : findLast(state, instead);
    if (span === undefined) return state;
    const buffer = replaceBetween(state.buffer, span, label);
    return changeTo(kept, comparePlaces(at, span.to) === 0 ? buffer : moveTo(buffer, shifted(at, span, label.length)));
  };
}

/** Adjusts a place after the text before it on its line changed length. */
function shifted(at: Place, { from, to }: Span, length: number): Place {
  if (at.line !== to.line || at.column < to.column) return at;
  return { line: at.line, column: at.column - (to.column - from.column) + length };
}

function findLast({ buffer }: EditorState, text: string): Span | undefined {
  const line = buffer.lines.findLastIndex((candidate) => candidate.includes(text));
  if (line === -1) return undefined;
  const column = lineOf(buffer, line).lastIndexOf(text);
  return { from: { line, column }, to: { line, column: column + text.length } };
}

function keep(state: EditorState, label: string, chip: Chip): EditorState {
  return { ...state, chips: new Map(state.chips).set(label, chip) };
}

/** Deletes from the cursor to the target of a motion. */
export function deleteTo(motion: MotionName): Edit {
  return (state) => changeTo(state, replaceBetween(state.buffer, spanTo(state, motion), ''));
}

/** Like `deleteTo`, but the text can be yanked. Consecutive kills are yanked as one. */
export function killTo(motion: MotionName): Edit {
  return (state) => {
    const span = killSpan(state, motion);
    const text = textBetween(state.buffer, span);
    if (text === '') return { ...state, run: null };
    const isMore = state.run?.kind === 'kill';
    const isBackwards = comparePlaces(span.from, state.buffer.at) < 0;
    const last = isMore ? (state.kills.at(-1) ?? '') : '';
    const joined = isBackwards ? text + last : last + text;
    const kills = [...(isMore ? state.kills.slice(0, -1) : state.kills.slice(-MAX_KILLS)), joined];
    return { ...changeTo(state, replaceBetween(state.buffer, span, ''), { kind: 'kill' }), kills };
  };
}

/** At the end of a line kills the newline, at its start the previous one. */
function killSpan(state: EditorState, motion: MotionName): Span {
  const span = spanTo(state, motion);
  if (comparePlaces(span.from, span.to) !== 0) return span;
  if (motion === 'line_end') return spanTo(state, 'right');
  return motion === 'line_start' ? spanTo(state, 'left') : span;
}

function spanTo({ buffer }: EditorState, motion: MotionName): Span {
  return toSpan(buffer.at, MOTIONS[motion](buffer));
}

/** Replaces a span of text. */
export function replaceSpan(span: Span, text: string): Edit {
  return (state) => changeTo(state, replaceBetween(state.buffer, span, text));
}

export function yank(state: EditorState): EditorState {
  return putKill(state, state.kills.length - 1, { from: state.buffer.at, to: state.buffer.at });
}

/** Replaces the text just yanked with the kill before it. */
export function yankOlder(state: EditorState): EditorState {
  if (state.run?.kind !== 'yank') return state;
  const { index, from } = state.run;
  return putKill(state, index === 0 ? state.kills.length - 1 : index - 1, { from, to: state.buffer.at });
}

function putKill(state: EditorState, index: number, span: Span): EditorState {
  const text = state.kills[index];
  if (text === undefined) return state;
  const from: Place = span.from;
  return changeTo(state, replaceBetween(state.buffer, span, text), { kind: 'yank', index, from });
}
