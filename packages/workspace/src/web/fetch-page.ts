import type { IncomingMessage } from 'node:http';
import type { WebAnswer, WebPage } from '../workspace.ts';
import { contentKindOf, parseContentType } from './content-kind.ts';
import { convertInThread } from './convert-in-thread.ts';
import { decodeBody } from './decode-body.ts';
import { guardTarget, type WebGuard } from './guard-target.ts';
import { describeHop } from './describe-hop.ts';
import { parseWebUrl } from './parse-web-url.ts';
import { ACCEPTED_ENCODINGS, readBody } from './read-body.ts';
import { requestPinned } from './request-pinned.ts';

const MAX_BODY_BYTES = 5_000_000;
const MAX_MS = 30_000;
const MAX_REDIRECTS = 5;
const HEADERS = {
  accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.9, application/json;q=0.9, */*;q=0.1',
  'accept-encoding': ACCEPTED_ENCODINGS,
  'accept-language': 'en, *;q=0.5',
  'user-agent': 'Bowline (an agent that fetches a page for its user)',
};

/** Fetches one page as text. Checks every address before connecting, including those of redirects. */
export async function fetchPage(text: string, guard: WebGuard, signal: AbortSignal): Promise<WebAnswer> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  try {
    return await follow(text, guard, within);
  } catch (thrown) {
    if (signal.aborted) return refuse('aborted', 'The fetch was stopped.');
    if (within.aborted) return refuse('web_timeout', `${text} did not respond within ${MAX_MS / 1000} seconds.`);
    return refuse('web_failed', `Cannot fetch ${text}: ${describe(thrown)}.`);
  }
}

async function follow(text: string, guard: WebGuard, signal: AbortSignal): Promise<WebAnswer> {
  let from: URL | undefined;
  let next = text;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const parsed = parseWebUrl(next);
    if (!parsed.ok) return refuse('url_refused', toWords(text, next, parsed.text));
    const { url } = parsed;
    const hop = from === undefined ? 'stays' : describeHop(from, url);
    if (hop === 'downgrades') return refuse('url_refused', toWords(text, next, 'it would continue without encryption'));
    const target = await withSignal(guardTarget(url, guard), signal);
    if (!target.ok) return refuse('url_refused', toWords(text, next, target.text));
    if (hop === 'leaves') return toElsewhere(text, url);
    const answer = await requestPinned({ url, addresses: target.addresses, headers: HEADERS, signal });
    try {
      const location = locationOf(answer, url);
      if (location === undefined) return await toPage(answer, { asked: text, url, signal });
      from = url;
      next = location;
    } finally {
      answer.destroy();
    }
  }
  return refuse('web_failed', `${text} redirects more than ${MAX_REDIRECTS} times.`);
}

/** The user approved only the first host, so a redirect to another one needs a new call. */
function toElsewhere(text: string, url: URL): WebAnswer {
  const words = `${text} redirects to another host, so it was not fetched. To fetch it, call web_fetch with ${url.href}.`;
  return refuse('web_redirected', words);
}

/** The target of a redirect, without the original fragment. Undefined: not a redirect. */
function locationOf({ statusCode = 0, headers }: IncomingMessage, url: URL): string | undefined {
  const { location } = headers;
  if (statusCode < 300 || statusCode > 399 || location === undefined) return undefined;
  return URL.canParse(location, url.href) ? new URL(location, url).href : location;
}

interface Asked {
  readonly asked: string;
  readonly url: URL;
  readonly signal: AbortSignal;
}

async function toPage(answer: IncomingMessage, { asked, url, signal }: Asked): Promise<WebAnswer> {
  const { statusCode = 0, headers } = answer;
  if (statusCode < 200 || statusCode > 299)
    return refuse('web_status', `${url.href} responded with status ${statusCode}.`);
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  const body = await readBody(answer, { encoding, maxBytes: MAX_BODY_BYTES });
  if (body === undefined)
    return refuse('web_unreadable', `${url.href} is encoded as ${encoding}, which is not supported.`);
  const { type, charset } = parseContentType(headers['content-type']);
  const kind = contentKindOf(type, body.bytes);
  if (kind === 'other') {
    const what = type === '' ? 'binary data' : type;
    return refuse('web_unreadable', `${url.href} is ${what}. Only HTML, text, JSON and Markdown are supported.`);
  }
  const text = decodeBody(body.bytes, charset);
  const page: WebPage = { url: asked, finalUrl: url.href, type, title: undefined, text, isCut: body.isCut };
  if (kind === 'text') return { ok: true, page };
  const converted = await convertInThread({ html: text, url: url.href }, signal);
  return { ok: true, page: { ...page, ...converted, isCut: body.isCut || converted.isCut } };
}

/** A DNS lookup cannot be canceled, but the caller need not wait for it. */
async function withSignal<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => {
    stopped.reject(signal.reason as Error);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([promise, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function toWords(asked: string, next: string, why: string): string {
  return asked === next ? `${asked} was not fetched: ${why}.` : `${asked} redirects to ${next}: ${why}.`;
}

/** The network error, as text. */
function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  // When several addresses fail together, the error has no message of its own.
  const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  return first instanceof Error ? first.message : thrown.message;
}

function refuse(errorType: string, text: string): WebAnswer {
  return { ok: false, errorType, text };
}
