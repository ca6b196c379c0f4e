import { toPicture } from './control-characters.ts';

/** Joined or tagged emoji, and letters of joining scripts, where invisible characters have their intended use. */
const JOINED =
  String.raw`\p{Extended_Pictographic}[\uFE0F\p{EMod}]?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]?){1,7}` +
  String.raw`|\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}` +
  String.raw`|\p{Extended_Pictographic}[\uFE0E\uFE0F]|[\d#*]\uFE0F\u20E3` +
  String.raw`|[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}][\u200C\u200D]`;
/** Characters that a terminal does not show, or that change the order of the text. */
const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}|[\u2028\u2029\uFFF9-\uFFFB]`;
const CONTROL = String.raw`[\u0000-\u0007\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F]`;

/** Blanks at which no shell splits words, and a character that looks like a blank. */
const BLANK = String.raw`[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u2800]`;

const SHOWN = new RegExp(`(${JOINED})|${INVISIBLE}|${CONTROL}`, 'gu');
/** Created on first use: the list of all emoji is long. */
let exactly: RegExp | undefined;
/** More marks than any script puts on one letter. */
export const MOST_MARKS = 8;
/** Longer runs match in several pieces. */
const MARKS = new RegExp(`\\p{M}{${MOST_MARKS + 1},256}`, 'gu');
const UNUSUAL = /[^\n\u0020-\u007E]/;

/**
 * Makes invisible characters visible: control characters as their pictures, others by their numbers. Newlines, tabs,
 * carriage returns, backspaces and styles are left to the caller.
 */
export function showInvisibles(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return foldMarks(body.toWellFormed(), () => '').replaceAll(SHOWN, keepJoined);
}

/**
 * The same for text that the user approves: nothing is omitted. Invisible characters stay only in emoji that render as
 * one character, and only blanks at which a shell splits words stay blank.
 */
export function showExactly(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  exactly ??= new RegExp(String.raw`(\p{RGI_Emoji})|${INVISIBLE}|${CONTROL}|${BLANK}`, 'gv');
  return foldMarks(text.toWellFormed(), toPicture).replaceAll(exactly, keepJoined);
}

function keepJoined(found: string, joined: string | undefined): string {
  return joined ?? toPicture(found);
}

/** Replaces the combining marks beyond `MOST_MARKS`. */
function foldMarks(text: string, toWritten: (mark: string) => string): string {
  let end = -1;
  return text.replaceAll(MARKS, (run, at: number) => {
    const kept = at === end ? 0 : MOST_MARKS;
    end = at + run.length;
    return Array.from(run, (mark, n) => (n < kept ? mark : toWritten(mark))).join('');
  });
}
