import { createSecretFilter, REDACTED, type Redact } from '../screening/create-secret-filter.ts';

/**
 * Patterns of keys.
 *
 * Each starts with fixed letters, and `eyJ` with a word boundary, so that matching takes linear time. Each has an upper
 * bound, because an unbounded repetition overflows the stack on 20 MB.
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
 * Creates a filter that replaces the given secrets, in any encoding, and anything that looks like a key with
 * `[redacted]`.
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const redact = createSecretFilter(secrets);
  const shapes = new RegExp(KEY_SHAPES.join('|'), 'g');
  return (text) => redact(text).replace(shapes, REDACTED);
}
