/** Something in what the program wrote that it may not write, and where. */
export interface Offence {
  readonly at: number;
  readonly what: string;
}

/** What the program may do on what it writes to. */
export interface Allowed {
  /** The screen moves the cursor; everything else writes from top to bottom. */
  readonly isScreen?: boolean;
  /** Text of a tab-separated kind may come out of a command line, never out of the screen. */
  readonly hasTabs?: boolean;
  /** A person asked to copy, or to be told: the terminal is given text in sequences of ours. */
  readonly tells?: boolean;
  /** A person decides about it: only emoji that are drawn as one sign may have characters in them that are not seen. */
  readonly isExact?: boolean;
}

/** Rows and columns of every window that is opened here are fewer. */
const LARGEST_MOVE = 400;

/** One thing at a time, as a terminal reads it: a string, a sequence, two characters, one. */
const TOKENS =
  /\u001B[\]PX^_k][^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?|\u001B\[[0-?]*[ -/]*[@-~]?|\u001B[ -/]*[0-~]?|[\u0080-\u009F]|[^]/gu;

const ATTRIBUTES = new Set(
  [0, 1, 2, 3, 4, 7, 9, 22, 23, 24, 27, 29, 39, 49].concat(
    range(30, 37),
    range(40, 47),
    range(90, 97),
    range(100, 107),
  ),
);

/** Modes and moves that the painter of the screen writes, by what they look like. */
const MODES = /^\u001B\[(?:\?(?:7|25|1004|2004|2026)[hl]|>\d+u|<u|\?u)$/;
const MOVE = /^\u001B\[(\d+)([ABC])$/;
const ERASE = /^\u001B\[(?:2K|J)$/;
const HOME = /^\u001B\[(?:2;1)?H$/;
const SAVE = /^\u001B[78]$/;
const LINK = /^\u001B\]8;;((?:https?|file):\/\/[!-~]*)?\u0007$/;
/** The address that only sequences of others lead to: links that Bowline makes show theirs. */
const FORGED = '\u001B]8;;http://evil.example';
const TOLD = /^\u001B\](?:52;c;[\w+/=]*|777;notify;[^;]*;[^;]*|9;(?!\d+;)[^\u0000-\u001F\u007F-\u009F]*)\u0007$/;
const STATUS = /^\u001B\[K$/;

/** Not seen, or changing the order of what is seen. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\u061C\u200E\u200F\u2028-\u202E\u2060-\u206F\uFFF9-\uFFFB]$/u;
/** Emoji that are drawn as one sign. The flag `v` is for patterns that are made here only. */
const EMOJI = String.raw`\p{RGI_Emoji}|\p{Extended_Pictographic}[\uFE0E\uFE0F]`;
const SCRIPTS = [
  'Arab',
  'Syrc',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Mymr',
  'Khmr',
];
const PICTURE = String.raw`\p{Extended_Pictographic}[\uFE0F\p{EMod}]?`;
const LETTER = `[${SCRIPTS.map((script) => String.raw`\p{scx=${script}}`).join('')}]`;
/** Where an invisible character may stand: in emoji, also new ones, and after letters of scripts that join. */
const JOINED = new RegExp(`^(?:${PICTURE}(?:\\u200D${PICTURE})+|${EMOJI}|${LETTER}[\\u200C\\u200D])`, 'v');
const JOINED_EXACTLY = new RegExp(`^(?:${EMOJI})`, 'v');
const AROUND = 24;
const MARKS = /\p{M}{9}/gu;

/** Everything that somebody else has made the terminal do. It knows what Bowline writes and shares nothing with what cleans. */
export function findOffences(written: string, allowed: Allowed = {}): readonly Offence[] {
  const offences: Offence[] = [];
  let before = '';
  for (const match of written.matchAll(TOKENS)) {
    const [token] = match;
    const at = match.index;
    const next = written.slice(at + token.length, at + token.length + 4);
    const what = judge(token, { before, next, around: () => isJoined(written, at, allowed), allowed });
    if (what !== null) offences.push({ at, what });
    before = token;
  }
  for (const { index } of written.matchAll(MARKS)) offences.push({ at: index, what: 'more marks than a letter has' });
  return offences;
}

interface Place {
  readonly before: string;
  readonly next: string;
  readonly around: () => boolean;
  readonly allowed: Allowed;
}

function judge(token: string, place: Place): string | null {
  if (token.startsWith('\u001B')) return judgeSequence(token, place);
  const code = token.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return null;
  if (code < 0xa0) return judgeControl(token, place);
  if (code >= 0xd800 && code <= 0xdfff) return 'half of a pair';
  return INVISIBLE.test(token) && !place.around() ? `invisible U+${code.toString(16)}` : null;
}

function judgeControl(token: string, { before, next, allowed }: Place): string | null {
  if (token === '\n') return null;
  if (token === '\t') return allowed.hasTabs === true ? null : 'tab';
  if (token === '\u0007' && allowed.tells === true && next.startsWith('\u001B]')) return null;
  // The painter returns to the first column right after a sequence of its own or a return, or right before one.
  if (token === '\r' && (next.startsWith('\n') || next.startsWith('\u001B[') || isOwn(before))) return null;
  return `control ${JSON.stringify(token)}`;
}

/** Where the painter may move and erase: at the beginning, on a new row, after another move. Never after text. */
function isOwn(before: string): boolean {
  return before === '' || before === '\r' || before === '\n' || before.startsWith('\u001B');
}

function judgeSequence(token: string, { before, next, allowed }: Place): string | null {
  if (/^\u001B\[[\d;]*m$/.test(token)) return judgeStyle(token.slice(2, -1));
  if (LINK.test(token) && !token.startsWith(FORGED)) return null;
  if (allowed.tells === true && TOLD.test(token)) return null;
  if (allowed.isScreen === true && isMove(token, before, next)) return null;
  if (STATUS.test(token) && before === '\r') return null;
  return `sequence ${JSON.stringify(token)}`;
}

function isMove(token: string, before: string, next: string): boolean {
  const [, count = '', direction] = MOVE.exec(token) ?? [];
  if (direction === 'A') return Number(count) <= LARGEST_MOVE && (isOwn(before) || next.startsWith('\r'));
  if (direction !== undefined) return Number(count) <= LARGEST_MOVE && isOwn(before);
  // Rows wrap again at the end of every frame, which may be text.
  if (token === '\u001B[?7h' && next === '\u001B[?2') return true;
  return [MODES, ERASE, HOME, SAVE].some((own) => own.test(token)) && isOwn(before);
}

function judgeStyle(parameters: string): string | null {
  const words = parameters === '' ? [0] : parameters.split(';').map(Number);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    if (word === 38 || word === 48) {
      const length = words[at + 1] === 5 ? 2 : words[at + 1] === 2 ? 4 : 0;
      const values = words.slice(at + 2, at + 1 + length);
      if (length === 0 || values.length !== length - 1 || values.some((value) => !(value <= 255)))
        return `style ${parameters}`;
      at += length;
    } else if (!ATTRIBUTES.has(word)) return `style ${parameters}`;
  }
  return null;
}

/** An invisible character that is part of an emoji or between letters that join. */
function isJoined(text: string, at: number, { isExact = false }: Allowed): boolean {
  const joined = isExact ? JOINED_EXACTLY : JOINED;
  for (let from = at - 1; from >= Math.max(0, at - AROUND); from -= 1) {
    const found = joined.exec(text.slice(from, at + AROUND));
    if (found !== null && from + found[0].length > at) return true;
  }
  return false;
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}
