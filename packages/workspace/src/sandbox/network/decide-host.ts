import { isIP } from 'node:net';

/** A host that may be reached: `example.com`, `*.example.com` or `example.com:8443`. */
export type HostRule = string;

/** The decision about a connection. */
export type HostDecision =
  | { readonly ok: true; readonly rule: HostRule; readonly host: string }
  | { readonly ok: false; readonly host: string; readonly reason: 'not_a_host' | 'not_listed' };

/** Letters, digits and hyphens. Other characters could mean something else to the resolver. */
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/;
const USUAL_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** Decides by name whether a host may be reached. An empty list allows nothing. */
export function decideHost(asked: string, port: number, rules: readonly HostRule[]): HostDecision {
  const host = toHostName(asked);
  if (host === undefined) return { ok: false, host: asked, reason: 'not_a_host' };
  const rule = rules.find((each) => isMeant(each.toLowerCase(), host, port));
  return rule === undefined ? { ok: false, host, reason: 'not_listed' } : { ok: true, rule, host };
}

/** A normalized host: lower case, without a trailing dot or brackets. Undefined if it is invalid. */
function toHostName(asked: string): string | undefined {
  const host = asked
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) return host;
  const labels = host.split('.');
  // A numeric last label would be another notation of an address.
  const isName =
    host.length <= 253 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^(?:\d+|0x[\da-f]*)$/.test(labels.at(-1) ?? '');
  return isName || host === 'localhost' ? host : undefined;
}

function isMeant(rule: string, host: string, port: number): boolean {
  const [, name = '', wanted] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(rule) ?? [];
  const isPort = wanted === undefined ? USUAL_PORTS.has(port) : Number(wanted) === port;
  if (!isPort) return false;
  return name.startsWith('*.')
    ? host.endsWith(name.slice(1)) && host.length > name.length - 1
    : host === name.replace(/^\[(.*)\]$/, '$1');
}
