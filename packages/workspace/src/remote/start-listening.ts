import type { AddressInfo, ListenOptions, Server } from 'node:net';
import { AgentError } from '@bowline/protocol';

/** Listens on an address. Resolves to the one in use: port 0 is replaced by a free port. */
export async function startListening(
  server: Pick<Server, 'listen' | 'once' | 'off' | 'address'>,
  address: ListenOptions & { readonly host: string; readonly port: number },
): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (thrown: unknown): void => {
      reject(toRefusal(address, thrown));
    };
    server.once('error', refuse);
    server.listen(address, () => {
      server.off('error', refuse);
      resolve();
    });
  });
  return server.address() as AddressInfo;
}

/** The reasons that a user can act on, in words. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process uses this port',
  EACCES: 'not permitted',
  EADDRNOTAVAIL: 'this machine does not have this address',
};

function toRefusal({ host, port }: { readonly host: string; readonly port: number }, thrown: unknown): AgentError {
  const { code, message } = thrown as NodeJS.ErrnoException;
  const reason = REASONS[code ?? ''] ?? message;
  return new AgentError('SETTINGS_INVALID', `Cannot listen on ${host}:${port}: ${reason}`, {
    hint: 'Choose another address or port, or stop the process that uses this one',
    cause: thrown,
  });
}
