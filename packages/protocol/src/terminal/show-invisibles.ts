import { toPicture } from './control-characters.ts';

/** Emoji that are joined or tagged, and letters of scripts that join: there invisible characters do what they are for. */
const JOINED =
  String.raw`\p{Extended_Pictographic}[\uFE0F\p{EMod}]?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]?){1,7}` +
  String.raw`|\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}` +
  String.raw`|\p{Extended_Pictographic}[\uFE0E\uFE0F]|[\d#*]\uFE0F\u20E3` +
  String.raw`|[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}][\u200C\u200D]`;
/** What a terminal does not show, or what changes the order of what it shows. */
const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}|[\u2028\u2029\uFFF9-\uFFFB]`;
const CONTROL = String.raw`[\u0000-\u0007\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F]`;

/** Blanks that no shell splits words at, and a sign that looks like one. */
const BLANK = String.raw`[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u2800]`;

const SHOWN = new RegExp(`(${JOINED})|${INVISIBLE}|${CONTROL}`, 'gu');
/** Made when it is first needed: the list of all emoji is long. */
let exactly: RegExp | undefined;
/** More marks than any script puts on one letter. */
export const MOST_MARKS = 8;
/** Longer runs come in pieces. */
const MARKS = new RegExp(`\\p{M}{${MOST_MARKS + 1},256}`, 'gu');
const UNUSUAL = /[^\n\u0020-\u007E]/;

/**
 * Makes visible what is not: control characters as their pictures, other invisible ones by their numbers.
 * Newlines, tabs, carriage returns, backspaces and styles are left for others to see to.
 */
export function showInvisibles(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return foldMarks(body.toWellFormed(), () => '').replaceAll(SHOWN, keepJoined);
}

/**
 * The same for what a person decides about: nothing is left out. What is not seen stays unseen only in emoji that are
 * drawn as one sign, and a blank is the one that a shell takes for a blank.
 */
export function showExactly(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  exactly ??= new RegExp(String.raw`(\p{RGI_Emoji})|${INVISIBLE}|${CONTROL}|${BLANK}`, 'gv');
  return foldMarks(text.toWellFormed(), toPicture).replaceAll(exactly, keepJoined);
}

function keepJoined(found: string, joined: string | undefined): string {
  return joined ?? toPicture(found);
}

/** What is written of the marks that no letter has room for. */
function foldMarks(text: string, toWritten: (mark: string) => string): string {
  let end = -1;
  return text.replaceAll(MARKS, (run, at: number) => {
    const kept = at === end ? 0 : MOST_MARKS;
    end = at + run.length;
    return Array.from(run, (mark, n) => (n < kept ? mark : toWritten(mark))).join('');
  });
}
