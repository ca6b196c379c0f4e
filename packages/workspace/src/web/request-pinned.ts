import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';

/** A request to exactly these addresses. */
export interface PinnedRequest {
  readonly url: URL;
  /** The checked addresses. The name is not resolved again. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Sends a request over its own connection, without a proxy, cookies or automatic redirects. Resolves when the response
 * begins; its reader closes the connection.
 */
export async function requestPinned({ url, addresses, headers, signal }: PinnedRequest): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? secureRequest : plainRequest;
  const options = { agent: false, lookup: pinTo(addresses), maxHeaderSize: MAX_HEADER_BYTES, headers, signal };
  return await new Promise((resolve, reject) => {
    const request = open(url, options);
    request.on('response', resolve);
    // Also catches errors after the response began, which its reader gets too.
    request.on('error', reject);
    request.end();
  });
}

/** Answers every lookup with the given addresses. */
function pinTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = found;
    if (options.all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}
