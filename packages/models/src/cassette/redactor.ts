import { createSecretFilter, REDACTED, type Redact } from '../screening/create-secret-filter.ts';

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

/** Replaces each of the given secrets, in whatever form, and whatever looks like a key, by `[redacted]`. */
export function createRedactor(secrets: readonly string[]): Redact {
  const redact = createSecretFilter(secrets);
  const shapes = new RegExp(KEY_SHAPES.join('|'), 'g');
  return (text) => redact(text).replace(shapes, REDACTED);
}
