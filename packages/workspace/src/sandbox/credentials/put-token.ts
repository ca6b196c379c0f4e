/** A token and what stands for it inside the sandbox. */
export interface TokenPair {
  readonly token: string;
  readonly placeholder: string;
}

/**
 * Headers that say who asks. No other is changed: what else a client sends may be shown to others, or sent back in an
 * answer.
 */
const HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'private-token',
  'job-token',
  'deploy-token',
  'x-api-key',
  'x-auth-token',
  'x-jfrog-art-api',
  'x-nuget-apikey',
]);

/** The value of a header with tokens in the places of their placeholders; as it is where it has none or is of another kind. */
export function putToken(name: string, value: string, pairs: readonly TokenPair[]): string {
  if (!HEADERS.has(name)) return value;
  const toToken = (text: string): string => pairs.find(({ placeholder }) => placeholder === text)?.token ?? text;
  if (name !== 'authorization') return toToken(value);
  const [, scheme = '', credentials = ''] = /^((?:(?:bearer|token|basic|apikey) +)?)(\S+)$/i.exec(value) ?? [];
  if (credentials === '') return value;
  if (!/^basic +$/i.test(scheme)) return scheme + toToken(credentials);
  const plain = Buffer.from(credentials, 'base64').toString('latin1');
  const at = plain.indexOf(':');
  if (at < 0) return value;
  const put = `${toToken(plain.slice(0, at))}:${toToken(plain.slice(at + 1))}`;
  return put === plain ? value : scheme + Buffer.from(put, 'latin1').toString('base64');
}
