import { connect, type TLSSocket } from 'node:tls';
import { AgentError } from '@bowline/protocol';
import { IDENTITY, SECURE } from './secure-channel.ts';
import { toWorkspaceUrl, type WorkspaceAddress } from './workspace-address.ts';

const CONNECT_MS = 10_000;

/** Connects and shakes hands. Both ends know afterwards that the other one has the token. */
export async function dialWorkspace(address: WorkspaceAddress, key: Buffer): Promise<TLSSocket> {
  const socket = connect({
    ...SECURE,
    ...address,
    pskCallback: () => ({ psk: key, identity: IDENTITY }),
    // There is no certificate: the key authenticates both ends.
    checkServerIdentity: () => undefined,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(toUnreachable('no answer'));
      }, CONNECT_MS);
      socket.once('secureConnect', () => {
        clearTimeout(timer);
        resolve();
      });
      socket.once('close', () => {
        clearTimeout(timer);
        reject(toUnreachable('the connection was closed'));
      });
      socket.on('error', (error: Error & { readonly code?: string }) => {
        clearTimeout(timer);
        reject(toError(error, address));
      });
    });
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  }
  socket.setNoDelay(true);
  return socket;
}

/** A failed handshake stays failed. Anything else may pass. */
function toError({ code = '', message }: Error & { readonly code?: string }, address: WorkspaceAddress): AgentError {
  const url = toWorkspaceUrl(address);
  if (/BAD_RECORD_MAC|DECRYPT_ERROR|DECRYPTION_FAILED|UNKNOWN_PSK_IDENTITY/.test(code))
    return new AgentError('SERVER_REFUSED', `Wrong token for workspace ${url}`, {
      hint: 'Set BOWLINE_WORKSPACE_TOKEN to the content of its token file',
    });
  if (code.startsWith('ERR_SSL'))
    return new AgentError('SERVER_REFUSED', `${url} is not a workspace (${code})`, {
      hint: 'Use the URL that bowline workspace serve prints',
    });
  return toUnreachable(code === '' ? message : describe(code));
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

function toUnreachable(why: string): AgentError {
  return new AgentError('SERVER_UNREACHABLE', why, { retryable: true });
}
