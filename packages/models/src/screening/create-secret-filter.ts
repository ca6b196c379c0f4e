/** Removes known secrets from a text. */
export type Redact = (text: string) => string;

/** Replaces a secret. */
export const REDACTED = '[redacted]';

/** Shorter than this, a value is more likely to be a word than a secret. */
const LEAST_SECRET = 6;
/** Encoded text is matched from this many characters on: a shorter run occurs by chance. */
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

/**
 * A line of base64 or hexadecimal that continues on the next line. Matches the line break first, so that other text is
 * fast.
 */
const HAS_LINES = /\n(?<=[\w+/-]{4}\r?\n)[\w+/-]/;
/** Hexadecimal bytes that are separated, or continue on the next line. */
const HAS_BYTES = /[\da-f]{2}(?:[ :,]|\r?\n)[\s:\da-f]{0,20}[\da-f]{2}/i;

/** Returns each secret in every form that is matched literally. */
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

/** The base64 characters that depend only on the secret, for each of its three alignments. */
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

/** A pattern for a text that may be wrapped at any position. */
function inLines(text: string): string {
  return Array.from(text, escapeForRegExp).join(String.raw`(?:\r?\n)?`);
}

/** Matches between two bytes: separators, or the end of a line with its text column and the offset of the next line. */
const BETWEEN_BYTES = String.raw`(?:[ \t:,]{0,3}|[ \t]{0,60}(?:[ |][^\n]{0,40})?\r?\n(?:[\da-f]{4,16}:?[ \t])?[ \t]{0,8})`;

/** A pattern for the output of `xxd`, `od` and `hexdump`, up to the end of the line with its text column. */
function inDump(secret: string): string {
  const bytes = [...Buffer.from(secret)].map((byte) => byte.toString(16).padStart(2, '0'));
  return String.raw`${bytes.join(BETWEEN_BYTES)}(?:[^\n]*)`;
}

/** A pattern for a secret with any of its characters escaped. */
function inUrl(secret: string): string {
  return Array.from(secret.toWellFormed(), (char) => {
    const bytes = [...Buffer.from(char)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    return char === ' ' ? String.raw`(?: |\+|%20)` : `(?:${escapeForRegExp(char)}|${bytes})`;
  }).join('');
}

/** The longest alternative first, so that a secret that starts with another one is replaced as a whole. */
function toPattern(alternatives: readonly string[], flags = 'g'): RegExp {
  return new RegExp([...new Set(alternatives)].sort((a, b) => b.length - a.length).join('|'), flags);
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
