/** Puts what must not leave this machine out of a text. */
export type Redact = (text: string) => string;

const REDACTED = '[redacted]';

/** Shorter than this, a value is more likely to be a word than a secret. */
const LEAST_SECRET = 6;

/**
 * What looks like a key.
 *
 * Each starts with fixed letters, and `eyJ` with a word, so that a text takes as long as its length. Each has an upper
 * bound, because a repetition without one runs out of stack on 20 MB.
 */
const KEY_SHAPES: readonly string[] = [
  String.raw`AIza[\w-]{30,8192}`,
  String.raw`ya29\.[\w.-]{10,8192}`,
  String.raw`(?<![A-Za-z0-9])sk-[\w-]{20,8192}`,
  String.raw`(?<![A-Za-z0-9])gh[a-z]_\w{16,8192}`,
  String.raw`github_pat_\w{20,8192}`,
  String.raw`(?<![A-Za-z0-9])A[KS]IA[0-9A-Z]{16}`,
  String.raw`xox[a-z]-[\w-]{10,8192}`,
  String.raw`[Bb]earer[ \t]{1,8}[\w.~+/=-]{16,8192}`,
  String.raw`(?<![\w-])eyJ[\w-]{8,8192}\.[\w-]{8,8192}(?:\.[\w-]{0,8192})?`,
  String.raw`-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[\w+/=\s\\:,]|-(?!----)){0,16384}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?`,
];

/**
 * Replaces each of the given secrets, and whatever looks like a key, by `[redacted]`.
 *
 * It knows a secret as it is, escaped in JSON and escaped in a URL; not in base64, nor cut in two.
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const known = toPattern(secrets);
  const shapes = new RegExp(KEY_SHAPES.join('|'), 'g');
  return (text) => (known === undefined ? text : text.replace(known, REDACTED)).replace(shapes, REDACTED);
}

/** The longest first: a secret that starts with another goes as a whole. */
function toPattern(secrets: readonly string[]): RegExp | undefined {
  const spellings = secrets
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= LEAST_SECRET)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]);
  if (spellings.length === 0) return undefined;
  const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(escapeForRegExp).join('|'), 'g');
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
