import type { HostRule } from './decide-host.ts';
import type { EgressDecision } from './create-egress-proxy.ts';

/** What the proxy refused, as rules that would allow it. */
export interface RefusedHosts {
  /** Hosts that are not listed. */
  readonly unlisted: readonly HostRule[];
  /** Listed hosts whose addresses are private. */
  readonly private: readonly HostRule[];
}

/** More hosts would not fit an approval, and a command could request any number. */
const MOST_HOSTS = 20;
const USUAL_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** Adds one decision to the refused hosts. */
export function addRefused(refused: RefusedHosts, { host, port, outcome }: EgressDecision): RefusedHosts {
  const rule = toRule(host, port);
  if (outcome === 'not_listed') return { ...refused, unlisted: add(refused.unlisted, rule) };
  if (outcome === 'private_address') return { ...refused, private: add(refused.private, rule) };
  return refused;
}

/** Adds one decision to the hosts that it could reach. */
export function addTried(tried: readonly string[], { host, outcome }: EgressDecision): readonly string[] {
  return outcome === 'allowed' || outcome === 'unknown_host' ? add(tried, host) : tried;
}

function add(rules: readonly HostRule[], rule: HostRule): readonly HostRule[] {
  return rules.includes(rule) || rules.length >= MOST_HOSTS ? rules : [...rules, rule];
}

function toRule(host: string, port: number): HostRule {
  const name = host.includes(':') ? `[${host}]` : host;
  return USUAL_PORTS.has(port) ? name : `${name}:${port}`;
}
