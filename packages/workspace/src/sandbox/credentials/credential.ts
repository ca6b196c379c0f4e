/** A token of the user that a command can use at one host without seeing it. */
export interface Credential {
  /** Exactly this host, with a port if it is not 443. */
  readonly host: string;
  /** The environment variable that contains the token for the user, and a placeholder for the command. */
  readonly variable: string;
  readonly token: string;
  /** A file of certificate authorities to trust for the host, besides those of the system. */
  readonly authorities?: string | undefined;
}

/** A valid token, long enough that nothing else is mistaken for it. */
export const TOKEN_PATTERN = /^[\w.~+/-]{16,4096}={0,2}$/;

/** The host name and port of a credential. */
export function parseCredentialHost(text: string): { readonly host: string; readonly port: number } {
  const [, host = '', port = '443'] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(text.toLowerCase()) ?? [];
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}
