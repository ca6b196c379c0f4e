import { explainMany, explainMiss, explainShape } from './explain-refusal.ts';
import { fileUnit } from './file-unit.ts';
import { findText, type FoundText, type Place, type Stage } from './find-text.ts';
import type { TextLine } from './text-line.ts';
import { transferChange } from './transfer-change.ts';

/** A text to replace and its replacement. */
export interface Edit {
  readonly old_string: string;
  readonly new_string: string;
  readonly allow_multiple?: boolean | undefined;
}

/** Why an edit was refused, for the model. */
export interface Refusal {
  readonly ok: false;
  readonly errorType: 'no_match' | 'multiple_matches' | 'layout_mismatch' | 'no_change';
  readonly text: string;
}

/** The result of an edit. */
export interface AppliedEdit {
  readonly ok: true;
  readonly after: string;
  readonly count: number;
  readonly stage: Stage;
  /** The range that now stands where the first match was. */
  readonly changed: { readonly start: number; readonly end: number };
}

/** Longer edits are matched exactly or not at all. */
const MAX_TOLERANT_LINES = 2000;

/** Replaces a text in one place, or everywhere if requested. Never guesses. */
export function applyEdit(text: string, edit: Edit, name: string): AppliedEdit | Refusal {
  if (toUnix(edit.old_string) === toUnix(edit.new_string)) {
    const words =
      edit.old_string === edit.new_string
        ? 'the same'
        : 'identical except for line breaks, which are kept as they are in the file';
    return { ok: false, errorType: 'no_change', text: `old_string and new_string are ${words}.` };
  }
  const hasDepth = edit.old_string.trim() !== '' && `${edit.old_string}${edit.new_string}`.includes('\n');
  const found = findText(text, { text: edit.old_string, hasDepth });
  if (found === undefined || isTooLong(found, edit))
    return { ok: false, errorType: 'no_match', text: explainMiss(text, edit.old_string, name) };
  if (found.places.length > 1 && edit.allow_multiple !== true)
    return { ok: false, errorType: 'multiple_matches', text: explainMany(text, found, name) };
  return replaceAll(text, found, { edit, name });
}

function toUnix(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function isTooLong({ stage }: FoundText, { old_string, new_string }: Edit): boolean {
  if (stage === 'exact' || stage === 'line_breaks') return false;
  return [old_string, new_string].some((each) => each.split('\n').length > MAX_TOLERANT_LINES);
}

interface NamedEdit {
  readonly edit: Edit;
  readonly name: string;
}

function replaceAll(text: string, found: FoundText, { edit, name }: NamedEdit): AppliedEdit | Refusal {
  const { stage, places } = found;
  const isLiteral = stage === 'exact' && keepsBreaks(text, edit.new_string);
  const lineBreakAt = createLineBreaks(text);
  const pieces: string[] = [];
  let [from, changed] = [0, { start: 0, end: 0 }];
  for (const place of places) {
    const put = isLiteral ? edit.new_string : replacementOf({ text, place, lineBreak: lineBreakAt(place.start) }, edit);
    if (put === undefined) return { ok: false, errorType: 'layout_mismatch', text: explainShape(text, place, name) };
    if (pieces.length === 0) changed = { start: place.start, end: place.start + put.length };
    pieces.push(text.slice(from, place.start), put);
    from = place.end;
  }
  pieces.push(text.slice(from));
  const after = keepLastBreak(text, pieces.join(''));
  if (after === text)
    return { ok: false, errorType: 'no_change', text: `${name} already contains what new_string would make of it.` };
  return { ok: true, after, count: places.length, stage, changed };
}

/** True if the text can be inserted as it was sent and all line endings stay those of the file. */
function keepsBreaks(text: string, put: string): boolean {
  if (!put.includes('\n')) return true;
  return !text.includes('\n') || !(text.includes('\r\n') || put.includes('\r\n'));
}

interface PlaceInFile {
  readonly text: string;
  readonly place: Place;
  readonly lineBreak: TextLine['end'] | undefined;
}

function replacementOf({ text, place, lineBreak }: PlaceInFile, { old_string, new_string }: Edit): string | undefined {
  return transferChange({
    raw: text.slice(place.start, place.end),
    sentOld: place.isCut ? withoutLastBreak(old_string) : old_string,
    sentNew: place.isCut ? withoutLastBreak(new_string) : new_string,
    lineBreak,
    fileUnit: () => fileUnit(text),
  });
}

function withoutLastBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}

/** The line ending of the line at a position; for the last line, that of the line before. Query positions in order. */
function createLineBreaks(text: string): (at: number) => TextLine['end'] | undefined {
  let near = -1;
  return (at) => {
    if (near < at) {
      const next = text.indexOf('\n', at);
      near = next >= 0 ? next : text.lastIndexOf('\n');
    }
    if (near < 0) return undefined;
    return text[near - 1] === '\r' ? '\r\n' : '\n';
  };
}

/** Keeps the line break at the end of the file when its last lines are edited. */
function keepLastBreak(before: string, after: string): string {
  if (after === '' || !before.endsWith('\n') || after.endsWith('\n')) return after;
  return after + (before.endsWith('\r\n') ? '\r\n' : '\n');
}
