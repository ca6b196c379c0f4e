import { isIPv4 } from 'node:net';

/** A URL that passed all checks that need no lookup, or why it did not. */
export type WebUrl = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly text: string };

const MAX_LENGTH = 4096;
/** The beginning of a URL as written, up to the end of its host and port. */
const WRITTEN = /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:]*)/i;
// Parsers disagree about these characters, so the URL shown to the user could differ from the one fetched.
const isConfusing = (char: string): boolean => char <= ' ' || char === '\u007f' || char === '\\';

/** Parses a URL to fetch. Its addresses are checked later, when it is resolved. */
export function parseWebUrl(text: string): WebUrl {
  if (text.length > MAX_LENGTH) return refuse(`the URL is longer than ${MAX_LENGTH} characters`);
  if (Array.from(text).some(isConfusing)) return refuse('the URL contains a space, a backslash or a control character');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return refuse(`${text} is not a valid URL`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse(`${url.protocol} is not supported, only http and https`);
  if (url.username !== '' || url.password !== '') return refuse('the URL contains a user name or a password');
  if (isDisguised(text, url.hostname)) return refuse(`the host is ${url.hostname} in a different notation`);
  return { ok: true, url };
}

/** An address in another notation, or a name in look-alike letters. */
function isDisguised(text: string, host: string): boolean {
  const written = WRITTEN.exec(text)?.[1]?.toLowerCase();
  if (written === undefined) return true;
  if (written === host) return false;
  // Names in other scripts have their own encoded form. If anything else changed, it was not a plain name.
  const isOtherScript = /[^ -~]/.test(written) && /(^|\.)xn--/.test(host);
  return isIPv4(host) || !(isOtherScript || host.startsWith('['));
}

function refuse(text: string): WebUrl {
  return { ok: false, text };
}
