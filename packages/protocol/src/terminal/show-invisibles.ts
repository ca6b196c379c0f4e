/** Emoji that are joined or tagged, and letters of scripts that join: there invisible characters do what they are for. */
const JOINED =
  String.raw`\p{Extended_Pictographic}[\uFE0F\p{EMod}]?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]?){1,7}` +
  String.raw`|\u{1F3F4}[\u{E0020}-\u{E007E}]{1,6}\u{E007F}` +
  String.raw`|\p{Emoji}[\uFE0E\uFE0F]` +
  String.raw`|[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}][\u200C\u200D]`;
/** What a terminal does not show, or what changes the order of what it shows. */
const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}|[\u2028\u2029\uFFF9-\uFFFB]`;
const CONTROL = String.raw`[\u0000-\u0007\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F]`;

const SHOWN = new RegExp(`(${JOINED})|${INVISIBLE}|${CONTROL}`, 'gu');
/** More marks than any script puts on one letter; longer runs come in pieces. */
const MOST_MARKS = 8;
const MARKS = new RegExp(`\\p{M}{${MOST_MARKS + 1},256}`, 'gu');
const UNUSUAL = /[^\n\u0020-\u007E]/;

/**
 * Makes visible what is not: control characters as their pictures, other invisible ones by their numbers.
 * Newlines, tabs, carriage returns, backspaces and styles are left for others to see to.
 */
export function showInvisibles(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return dropMarks(body.toWellFormed()).replaceAll(SHOWN, (found, joined: string | undefined) => joined ?? show(found));
}

function dropMarks(text: string): string {
  let end = -1;
  return text.replaceAll(MARKS, (run, at: number) => {
    const isMore = at === end;
    end = at + run.length;
    return isMore ? '' : Array.from(run).slice(0, MOST_MARKS).join('');
  });
}

function show(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
