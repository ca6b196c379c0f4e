/** A listening server, and its address for clients on the same machine. */
export interface ListeningPort {
  readonly port: number;
  readonly host: string;
}

const LISTEN = '0A';
const ANY_FOUR = '00000000';
const ANY_SIX = '0'.repeat(32);
/** The kernel writes an address in groups of four bytes, each in reverse order. */
const LOOPBACK_SIX = `${'0'.repeat(24)}01000000`;
const LOOPBACK_FOUR = /^([\dA-F]{2})([\dA-F]{2})([\dA-F]{2})7F$/;

/** Finds servers that listen on the loopback in the kernel's TCP tables (`/proc/PID/net/tcp` and `tcp6`). */
export function parseListeningPorts(tcp: string, tcp6: string): readonly ListeningPort[] {
  const found = [...rowsOf(tcp, toHostFour), ...rowsOf(tcp6, toHostSix)];
  // If a server listens on both, the first one is used.
  return [...new Map(found.reverse().map((each) => [each.port, each])).values()].sort((a, b) => a.port - b.port);
}

function rowsOf(table: string, toHost: (address: string) => string | undefined): ListeningPort[] {
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state] = line.trim().split(/\s+/);
    const [address = '', port = ''] = local.split(':');
    const host = state === LISTEN ? toHost(address) : undefined;
    return host === undefined ? [] : [{ host, port: Number.parseInt(port, 16) }];
  });
}

function toHostFour(address: string): string | undefined {
  if (address === ANY_FOUR) return '127.0.0.1';
  const [, ...bytes] = LOOPBACK_FOUR.exec(address) ?? [];
  return bytes.length === 0
    ? undefined
    : `127.${bytes
        .reverse()
        .map((byte) => Number.parseInt(byte, 16))
        .join('.')}`;
}

function toHostSix(address: string): string | undefined {
  return address === ANY_SIX || address === LOOPBACK_SIX ? '::1' : undefined;
}
