import { AgentError } from '@bowline/protocol';
import type { ProxySetting } from './proxy-rules.ts';

/** A proxy. Its password is separate from its address, so that the address may be shown. */
export interface Proxy {
  readonly variable: string;
  /** For example `http://proxy.corp:3128`. */
  readonly origin: string;
  readonly host: string;
  readonly isSecure: boolean;
  /** The value of `Proxy-Authorization`. */
  readonly authorization: string | undefined;
}

/** Parses a proxy setting. Errors do not repeat its value. */
export function parseProxy({ variable, value }: ProxySetting): Proxy {
  const url = toUrl(value);
  if (url === undefined)
    throw new AgentError('MODEL_UNREACHABLE', `${variable} is not a valid proxy URL`, {
      hint: `Set ${variable} to http://host:port, or unset it`,
    });
  const { protocol, host, username, password } = url;
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new AgentError(
      'MODEL_UNREACHABLE',
      `${variable} is a ${protocol.slice(0, -1)} proxy, which is not supported`,
      {
        hint: `Set ${variable} to an HTTP proxy: http://host:port`,
      },
    );
  return {
    variable,
    origin: url.origin,
    host,
    isSecure: protocol === 'https:',
    authorization: username === '' && password === '' ? undefined : toBasic(username, password),
  };
}

/** Returns the proxy without its password, to show; `undefined` if it is not a URL. */
export function toShownProxy({ value }: ProxySetting): string | undefined {
  const url = toUrl(value);
  return url === undefined ? undefined : `${url.protocol}//${url.host}`;
}

/** The error for a proxy that rejects a request. */
export function toProxyRefusal(proxy: Proxy, target: string, status: number): AgentError {
  const { variable, host } = proxy;
  const hint =
    status === 407
      ? `The proxy requires a user and a password. Set ${variable} to http://user:password@${host}`
      : `Ask your administrator to allow it, or check ${variable} and NO_PROXY`;
  return new AgentError('MODEL_UNREACHABLE', `The proxy ${host} refused the connection to ${target} (HTTP ${status})`, {
    hint,
    retryable: status >= 500,
    details: { status },
  });
}

function toUrl(value: string): URL | undefined {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  return URL.canParse(text) && new URL(text).hostname !== '' ? new URL(text) : undefined;
}

function toBasic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${unescape(username)}:${unescape(password)}`).toString('base64')}`;
}

/** A percent sign that escapes nothing is taken literally. */
function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
