/** Forbidden output of the program, and its position. */
export interface Offence {
  readonly at: number;
  readonly what: string;
}

/** What the program may write to an output. */
export interface Allowed {
  /** The screen moves the cursor; all other output is written from top to bottom. */
  readonly isScreen?: boolean;
  /** Command-line output may contain tabs, the screen never does. */
  readonly hasTabs?: boolean;
  /** The user asked to copy or to be notified: Bowline then sends text to the terminal in its own sequences. */
  readonly tells?: boolean;
  /** The user decides about this text: invisible characters may only occur in emoji that are drawn as one glyph. */
  readonly isExact?: boolean;
}

/** Every window here has fewer rows and columns. */
const LARGEST_MOVE = 400;

/** One token at a time, as a terminal parses it: a string, a sequence, two characters, one. */
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

/** Modes and moves that the screen painter writes. */
const MODES = /^\u001B\[(?:\?(?:7|25|1004|2004|2026)[hl]|>\d+u|<u|\?u)$/;
const MOVE = /^\u001B\[(\d+)([ABC])$/;
const ERASE = /^\u001B\[(?:2K|J)$/;
const HOME = /^\u001B\[(?:2;1)?H$/;
const SAVE = /^\u001B[78]$/;
const LINK = /^\u001B\]8;;((?:https?|file):\/\/[!-~]*)?\u0007$/;
/** An address that only injected sequences use: links by Bowline show their address. */
const FORGED = '\u001B]8;;http://evil.example';
const TOLD = /^\u001B\](?:52;c;[\w+/=]*|777;notify;[^;]*;[^;]*|9;(?!\d+;)[^\u0000-\u001F\u007F-\u009F]*)\u0007$/;
const STATUS = /^\u001B\[K$/;
/** A background reaches the margin. */
const GROUND_END = '\u001B[49';
/** The screen asks the terminal for its background and the width of lines, before anything else. */
const ASKS = /^\u001B(?:\]11;\?\u001B\\|\[6n|\[c)$/;
const ASKED_UNTIL = 40;

/** Invisible, or changes the order of visible characters. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\u061C\u200E\u200F\u2028-\u202E\u2060-\u206F\uFFF9-\uFFFB]$/u;
/** Emoji that are drawn as one glyph. The flag `v` is only needed for the patterns built here. */
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
/** Where an invisible character is allowed: in emoji, including new ones, and after letters of scripts that join. */
const JOINED = new RegExp(`^(?:${PICTURE}(?:\\u200D${PICTURE})+|${EMOJI}|${LETTER}[\\u200C\\u200D])`, 'v');
const JOINED_EXACTLY = new RegExp(`^(?:${EMOJI})`, 'v');
const AROUND = 24;
const MARKS = /\p{M}{9}/gu;

/**
 * Finds everything that untrusted text made the terminal do. It knows what Bowline writes and shares no code with the
 * cleaning.
 */
export function findOffences(written: string, allowed: Allowed = {}): readonly Offence[] {
  const offences: Offence[] = [];
  let before = '';
  for (const match of written.matchAll(TOKENS)) {
    const [token] = match;
    const at = match.index;
    const next = written.slice(at + token.length, at + token.length + 4);
    const what = judge(token, { at, before, next, around: () => isJoined(written, at, allowed), allowed });
    if (what !== null) offences.push({ at, what });
    before = token;
  }
  for (const { index } of written.matchAll(MARKS)) offences.push({ at: index, what: 'more marks than a letter has' });
  return offences;
}

interface Place {
  readonly at: number;
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
  // The painter returns to the first column directly after one of its own sequences or a return, or directly before
  // one.
  if (token === '\r' && (next.startsWith('\n') || next.startsWith('\u001B[') || isOwn(before))) return null;
  return `control ${JSON.stringify(token)}`;
}

/** Where the painter may move and erase: at the beginning, on a new row, after another sequence. Never after text. */
function isOwn(before: string): boolean {
  return before === '' || before === '\r' || before === '\n' || before.startsWith('\u001B');
}

function judgeSequence(token: string, { at, before, next, allowed }: Place): string | null {
  if (/^\u001B\[[\d;]*m$/.test(token)) return judgeStyle(token.slice(2, -1));
  if (LINK.test(token) && !token.startsWith(FORGED)) return null;
  if (allowed.tells === true && TOLD.test(token)) return null;
  if (allowed.isScreen === true && isMove(token, before, next)) return null;
  if (isErase(token, before, next) || (allowed.isScreen === true && isQuestion(token, at))) return null;
  return `sequence ${JSON.stringify(token)}`;
}

/** Clears a status row or the rest of a changed row, or fills a background up to the margin. */
function isErase(token: string, before: string, next: string): boolean {
  return STATUS.test(token) && (before === '\r' || before === '\u001B[0m' || next === GROUND_END);
}

function isQuestion(token: string, at: number): boolean {
  return at < ASKED_UNTIL && ASKS.test(token);
}

function isMove(token: string, before: string, next: string): boolean {
  const [, count = '', direction] = MOVE.exec(token) ?? [];
  if (direction === 'A') return Number(count) <= LARGEST_MOVE && (isOwn(before) || next.startsWith('\r'));
  if (direction !== undefined) return Number(count) <= LARGEST_MOVE && isOwn(before);
  // Line wrapping is turned on again at the end of every frame, which may be text.
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

/** Whether an invisible character is part of an emoji or between joining letters. */
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
