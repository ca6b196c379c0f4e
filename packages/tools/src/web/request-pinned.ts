import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';

/** One request, to exactly these addresses. */
export interface PinnedRequest {
  readonly url: URL;
  /** Those that were checked; the name is not looked up again. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Asks over a connection of its own, which whoever reads the answer ends: no proxy of the environment, no cookies, no
 * redirect that is followed unseen. Resolves when the answer begins.
 */
export async function requestPinned({ url, addresses, headers, signal }: PinnedRequest): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? secureRequest : plainRequest;
  const options = { agent: false, lookup: pinTo(addresses), maxHeaderSize: MAX_HEADER_BYTES, headers, signal };
  return await new Promise((resolve, reject) => {
    const request = open(url, options);
    request.on('response', resolve);
    // Also what breaks after the answer began is heard here; by then whoever reads it hears of it too.
    request.on('error', reject);
    request.end();
  });
}

/** Answers every lookup with the same addresses, whatever the name server has to say by now. */
function pinTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = found;
    if (options.all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}
