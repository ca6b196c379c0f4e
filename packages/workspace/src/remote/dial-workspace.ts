import { connect, type TLSSocket } from 'node:tls';
import { AgentError } from '@bowline/protocol';
import { IDENTITY, SECURE } from './secure-channel.ts';
import { toWorkspaceUrl, type WorkspaceAddress } from './workspace-address.ts';

const CONNECT_MS = 10_000;

/** A workspace that cannot be reached now. */
export interface Unreached {
  /** As words for a sentence. */
  readonly why: string;
}

/** Connects and shakes hands. Both ends know afterwards that the other one has the token. */
export async function dialWorkspace(address: WorkspaceAddress, key: Buffer): Promise<TLSSocket | Unreached> {
  const socket = connect({
    ...SECURE,
    ...address,
    pskCallback: () => ({ psk: key, identity: IDENTITY }),
    // There is no certificate: the key authenticates both ends.
    checkServerIdentity: () => undefined,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Unreached | undefined>();
  const timer = setTimeout(() => {
    resolve({ why: 'no answer' });
  }, CONNECT_MS);
  socket
    .once('secureConnect', () => {
      resolve(undefined);
    })
    .once('close', () => {
      resolve({ why: 'the connection was closed' });
    })
    .on('error', (error: Error & { readonly code?: string }) => {
      const outcome = toOutcome(error, address);
      if (outcome instanceof AgentError) reject(outcome);
      else resolve(outcome);
    });
  try {
    const unreached = await promise;
    if (unreached === undefined) return socket.setNoDelay(true);
    socket.destroy();
    return unreached;
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  } finally {
    clearTimeout(timer);
  }
}

/** A failed handshake stays failed. Anything else may pass. */
function toOutcome(
  { code = '', message }: Error & { readonly code?: string },
  address: WorkspaceAddress,
): AgentError | Unreached {
  const url = toWorkspaceUrl(address);
  if (/BAD_RECORD_MAC|DECRYPT_ERROR|DECRYPTION_FAILED|UNKNOWN_PSK_IDENTITY/.test(code))
    return new AgentError('SERVER_REFUSED', `Wrong token for workspace ${url}`, {
      hint: 'Set BOWLINE_WORKSPACE_TOKEN to the content of its token file',
    });
  if (code.startsWith('ERR_SSL'))
    return new AgentError('SERVER_REFUSED', `${url} is not a workspace (${code})`, {
      hint: 'Use the URL that bowline workspace serve prints',
    });
  return { why: code === '' ? message : describe(code) };
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no network',
  ENOTFOUND: 'DNS lookup failed',
  EAI_AGAIN: 'DNS lookup failed',
  ETIMEDOUT: 'no answer',
};

function describe(code: string): string {
  return WORDS[code] ?? code;
}
