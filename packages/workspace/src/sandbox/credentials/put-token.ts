/** A token and its placeholder inside the sandbox. */
export interface TokenPair {
  readonly token: string;
  readonly placeholder: string;
}

/** Headers for authentication. No others are changed, since they may be shown to others or repeated in a response. */
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

/** Replaces placeholders in an authentication header with their tokens. Other values are returned unchanged. */
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
