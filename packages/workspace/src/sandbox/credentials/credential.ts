/** A token of the person's that a command may use at one host, without seeing it. */
export interface Credential {
  /** Exactly this host, with a port when it is not the usual one of HTTPS. */
  readonly host: string;
  /** The variable that holds it for the person, and a placeholder for the command. */
  readonly variable: string;
  readonly token: string;
  /** A file of authorities that may vouch for the host, besides those of the system. */
  readonly authorities?: string | undefined;
}

/** What can be sent as a token, and is long enough that nothing else is taken for it. */
export const TOKEN_PATTERN = /^[\w.~+/-]{16,4096}={0,2}$/;

/** The name and the port that a credential is for. */
export function parseCredentialHost(text: string): { readonly host: string; readonly port: number } {
  const [, host = '', port = '443'] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(text.toLowerCase()) ?? [];
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}
