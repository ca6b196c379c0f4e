/** Leaves known secrets out of a text. */
export type Redact = (text: string) => string;

/** What stands in the place of a secret. */
export const REDACTED = '[redacted]';

/** Shorter than this, a value is more likely to be a word than a secret. */
const LEAST_SECRET = 6;
/** Encoded text is looked for from this many characters on: a shorter run occurs by chance. */
const LEAST_ENCODED = 8;

/**
 * Replaces each given secret with a mark: literally, JSON-escaped, in base64 at all three alignments (both alphabets,
 * also in lines), in hexadecimal (also as programs print bytes: separated, in lines, with offsets), and URL-escaped in
 * whole or in part. Returns the same string if it contains none. Text that only looks like a secret stays, because
 * editing a file requires seeing its content.
 */
export function createSecretFilter(secrets: readonly string[]): Redact {
  const known = toKnown(secrets);
  if (known.length === 0) return (text) => text;
  const spelled = toPattern(toSpellings(known).map(escapeForRegExp));
  const broken = toPattern(known.flatMap(toBase64).map(inLines));
  const dumped = toPattern(known.map(inDump), 'gi');
  const escaped = toPattern(known.map(inUrl), 'gi');
  return (text) => {
    const plain = text.replace(spelled, REDACTED);
    const whole = HAS_LINES.test(plain) ? plain.replace(broken, REDACTED) : plain;
    const shown = HAS_BYTES.test(whole) ? whole.replace(dumped, REDACTED) : whole;
    return shown.includes('%') ? shown.replace(escaped, REDACTED) : shown;
  };
}

/** A line of base64 or hexadecimal that goes on in the next. The line's end is found first, so that it costs nothing elsewhere. */
const HAS_LINES = /\n(?<=[\w+/-]{4}\r?\n)[\w+/-]/;
/** Bytes in hexadecimal that stand apart, or go on in the next line. */
const HAS_BYTES = /[\da-f]{2}(?:[ :,]|\r?\n)[\s:\da-f]{0,20}[\da-f]{2}/i;

/** Each secret in every form that is looked for as it is. */
export function toSpellings(secrets: readonly string[]): readonly string[] {
  return toKnown(secrets).flatMap((secret) => {
    const hex = Buffer.from(secret).toString('hex');
    const escaped = JSON.stringify(secret).slice(1, -1);
    return [secret, escaped, JSON.stringify(escaped).slice(1, -1), hex, hex.toUpperCase(), ...toBase64(secret)];
  });
}

function toKnown(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets.map((secret) => secret.trim()))].filter(({ length }) => length >= LEAST_SECRET);
}

/** The characters that only the secret decides, for each place that it can have in a group of three bytes. */
function toBase64(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const texts = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const start = Math.ceil((before * 8) / 6);
    return encoded.slice(start, Math.floor(((before + bytes.length) * 8) / 6));
  });
  const inBoth = texts.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
  return inBoth.filter(({ length }) => length >= LEAST_ENCODED);
}

/** As the text may stand in lines of any length. */
function inLines(text: string): string {
  return Array.from(text, escapeForRegExp).join(String.raw`(?:\r?\n)?`);
}

/** What stands between two bytes: signs, or the end of a line with its text, and the offset of the next. */
const BETWEEN_BYTES = String.raw`(?:[ \t:,]{0,3}|[ \t]{0,60}(?:[ |][^\n]{0,40})?\r?\n(?:[\da-f]{4,16}:?[ \t])?[ \t]{0,8})`;

/** As `xxd`, `od` and `hexdump` print it; to the end of the line, where its text stands once more. */
function inDump(secret: string): string {
  const bytes = [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, '0'));
  return String.raw`${bytes.join(BETWEEN_BYTES)}(?:[^\n]*)`;
}

/** As the secret may be escaped, every character or only some. */
function inUrl(secret: string): string {
  return Array.from(secret.toWellFormed(), (char) => {
    const bytes = [...Buffer.from(char)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    return char === ' ' ? String.raw`(?: |\+|%20)` : `(?:${escapeForRegExp(char)}|${bytes})`;
  }).join('');
}

/** The longest first: a secret that starts with another goes as a whole. */
function toPattern(alternatives: readonly string[], flags = 'g'): RegExp {
  return new RegExp([...new Set(alternatives)].sort((a, b) => b.length - a.length).join('|'), flags);
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
