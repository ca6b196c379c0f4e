import type { IncomingMessage } from 'node:http';
import type { WebAnswer, WebPage } from '../tool-host.ts';
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

/** Fetches one page and gives it as text. Every address is checked before it is asked, redirects like the first. */
export async function fetchPage(text: string, guard: WebGuard, signal: AbortSignal): Promise<WebAnswer> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  try {
    return await follow(text, guard, within);
  } catch (thrown) {
    if (signal.aborted) return refuse('aborted', 'The fetch was stopped.');
    if (within.aborted) return refuse('web_timeout', `${text} did not answer within ${MAX_MS / 1000} seconds.`);
    return refuse('web_failed', `${text} cannot be fetched: ${describe(thrown)}.`);
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
    if (hop === 'downgrades') return refuse('url_refused', toWords(text, next, 'it would go on without encryption'));
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

/** Whom a person has agreed to ask is not whom a redirect leads to: that is told, and asked for anew. */
function toElsewhere(text: string, url: URL): WebAnswer {
  const words = `${text} redirects to another host: ${url.href} was not fetched. Fetch that URL if it is what you want.`;
  return refuse('web_redirected', words);
}

/** Where a redirect leads, with the fragment that was asked for gone; undefined of an answer that is none. */
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
  if (statusCode < 200 || statusCode > 299) return refuse('web_status', `${url.href} answered with ${statusCode}.`);
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  const body = await readBody(answer, { encoding, maxBytes: MAX_BODY_BYTES });
  if (body === undefined) return refuse('web_unreadable', `${url.href} is encoded as ${encoding}, which is not known.`);
  const { type, charset } = parseContentType(headers['content-type']);
  const kind = contentKindOf(type, body.bytes);
  if (kind === 'other') {
    const what = type === '' ? 'binary data' : type;
    return refuse('web_unreadable', `${url.href} is ${what}: only HTML, text, JSON and Markdown are read.`);
  }
  const text = decodeBody(body.bytes, charset);
  const page: WebPage = { url: asked, finalUrl: url.href, type, title: undefined, text, isCut: body.isCut };
  if (kind === 'text') return { ok: true, page };
  const converted = await convertInThread({ html: text, url: url.href }, signal);
  return { ok: true, page: { ...page, ...converted, isCut: body.isCut || converted.isCut } };
}

/** A lookup cannot be stopped, but nobody has to wait for it. */
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
  return asked === next ? `${asked} is not fetched: ${why}.` : `${asked} redirects to ${next}: ${why}.`;
}

/** What the network said. */
function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  // Several addresses that fail together have no message of their own.
  const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  return first instanceof Error ? first.message : thrown.message;
}

function refuse(errorType: string, text: string): WebAnswer {
  return { ok: false, errorType, text };
}
