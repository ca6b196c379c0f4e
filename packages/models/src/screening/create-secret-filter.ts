/** Leaves known secrets out of a text. */
export type Redact = (text: string) => string;

/** What stands in the place of a secret. */
export const REDACTED = '[redacted]';

/** Shorter than this, a value is more likely to be a word than a secret. */
const LEAST_SECRET = 6;
/** Encoded text is looked for from this many characters on: a shorter run occurs by chance. */
const LEAST_ENCODED = 8;

/**
 * Replaces each of the given secrets by a mark: as it is, escaped in JSON, in base64 at any of its three alignments (in
 * either alphabet, in lines too), in hexadecimal, and escaped for a URL in whole or in part. The very same text comes
 * back when it has none. What only looks like a secret is left: whoever edits a file needs to see what is in it.
 */
export function createSecretFilter(secrets: readonly string[]): Redact {
  const known = toKnown(secrets);
  if (known.length === 0) return (text) => text;
  const spelled = toPattern(toSpellings(known).map(escapeForRegExp));
  const broken = toPattern(known.flatMap(toBase64).map(inLines));
  const escaped = toPattern(known.map(inUrl), 'gi');
  return (text) => {
    const plain = text.replace(spelled, REDACTED);
    const whole = HAS_LINES.test(plain) ? plain.replace(broken, REDACTED) : plain;
    return whole.includes('%') ? whole.replace(escaped, REDACTED) : whole;
  };
}

/** A line of base64 or hexadecimal that goes on in the next. The line's end is found first, so that it costs nothing elsewhere. */
const HAS_LINES = /\n(?<=[\w+/-]{16}\r?\n)[\w+/-]/;

/** Each secret in every form that is looked for as it is. */
export function toSpellings(secrets: readonly string[]): readonly string[] {
  return toKnown(secrets).flatMap((secret) => {
    const hex = Buffer.from(secret).toString('hex');
    return [secret, JSON.stringify(secret).slice(1, -1), hex, hex.toUpperCase(), ...toBase64(secret)];
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
