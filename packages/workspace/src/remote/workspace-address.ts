import { isIPv6 } from 'node:net';
import { AgentError } from '@bowline/protocol';

/** Where a remote workspace listens. */
export interface WorkspaceAddress {
  readonly host: string;
  readonly port: number;
}

/** The port of remote workspaces if none is given. */
export const WORKSPACE_PORT = 8430;

const SCHEME = 'bowline://';

/** Whether a workspace is given by URL, and so is on another machine or in a container. */
export function isWorkspaceUrl(workspace: string): boolean {
  return workspace.startsWith(SCHEME);
}

/** Parses `bowline://HOST:PORT`. */
export function parseWorkspaceUrl(url: string): WorkspaceAddress {
  const address = parseListenAddress(isWorkspaceUrl(url) ? url.slice(SCHEME.length).replace(/\/$/, '') : '');
  if (address !== undefined) return address;
  throw new AgentError('OPTIONS_INVALID', `Invalid workspace URL: ${url}`, {
    hint: 'Use bowline://HOST:PORT, as bowline workspace serve prints it',
  });
}

/** Parses `HOST:PORT`, `[ADDRESS]:PORT`, `HOST` or `:PORT`. Undefined: invalid. */
export function parseListenAddress(text: string): WorkspaceAddress | undefined {
  const [, bracketed, plain, port = String(WORKSPACE_PORT)] =
    /^(?:\[([\da-fA-F:.]+)\]|([\w.-]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || text === '' || Number(port) > 65_535) return undefined;
  return { host: host === '' ? '127.0.0.1' : host, port: Number(port) };
}

/** The URL of an address. */
export function toWorkspaceUrl({ host, port }: WorkspaceAddress): string {
  return `${SCHEME}${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
