import { isIPv4 } from 'node:net';

/** A URL that may be asked for as far as it can be told without asking anybody, or why not. */
export type WebUrl = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly text: string };

const MAX_LENGTH = 4096;
/** The beginning of a URL as it is written, up to the end of its host and port. */
const WRITTEN = /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:]*)/i;
// Parsers disagree about these, and what a person was shown is then not what is asked.
const isConfusing = (char: string): boolean => char <= ' ' || char === '\u007f' || char === '\\';

/** Reads a URL that somebody wants fetched. Which addresses its name stands for is for whoever resolves it. */
export function parseWebUrl(text: string): WebUrl {
  if (text.length > MAX_LENGTH) return refuse(`the URL is longer than ${MAX_LENGTH} characters`);
  if (Array.from(text).some(isConfusing)) return refuse('the URL holds a space, a backslash or a control character');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return refuse(`${text} is not a valid URL`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse(`${url.protocol} is not fetched, only http and https`);
  if (url.username !== '' || url.password !== '') return refuse('the URL holds a user name or a password');
  if (isDisguised(text, url.hostname)) return refuse(`the host is ${url.hostname}, written in another way`);
  return { ok: true, url };
}

/** An address in another notation, or a name in letters that only look like it. */
function isDisguised(text: string, host: string): boolean {
  const written = WRITTEN.exec(text)?.[1]?.toLowerCase();
  if (written === undefined) return true;
  if (written === host) return false;
  // Names in other scripts have a form of their own; whatever else changed on the way was no plain name.
  const isOtherScript = /[^ -~]/.test(written) && /(^|\.)xn--/.test(host);
  return isIPv4(host) || !(isOtherScript || host.startsWith('['));
}

function refuse(text: string): WebUrl {
  return { ok: false, text };
}
