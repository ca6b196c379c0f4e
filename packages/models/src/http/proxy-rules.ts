import { BlockList, isIP } from 'node:net';
import { readVariable, type Environment } from './environment.ts';

/** A proxy setting and its source. Errors name the variable and never the value, which may hold a password. */
export interface ProxySetting {
  readonly variable: string;
  readonly value: string;
}

/** Returns the proxy of a request, if any. */
export type ProxyRules = (url: URL) => ProxySetting | undefined;

/** Addresses that a proxy cannot reach: this machine, its link, and the metadata server of Google Cloud. */
const own = new BlockList();
own.addAddress('0.0.0.0', 'ipv4');
own.addSubnet('127.0.0.0', 8, 'ipv4');
own.addSubnet('169.254.0.0', 16, 'ipv4');
own.addAddress('::1', 'ipv6');
own.addSubnet('fe80::', 10, 'ipv6');
const ownNames: ReadonlySet<string> = new Set(['localhost', 'metadata.google.internal']);

/** The rules of `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, lowercase first, as in curl. */
export function createProxyRules(env: Environment): ProxyRules {
  const all = firstOf(env, ['all_proxy', 'ALL_PROXY']);
  const secure = firstOf(env, ['https_proxy', 'HTTPS_PROXY']) ?? all;
  const plain = firstOf(env, ['http_proxy', 'HTTP_PROXY']) ?? all;
  if (secure === undefined && plain === undefined) return () => undefined;
  const exceptions = (readVariable(env, 'no_proxy', 'NO_PROXY') ?? '').split(/[\s,]+/).flatMap(toException);
  return (url) => {
    const setting = url.protocol === 'https:' ? secure : plain;
    if (setting === undefined) return undefined;
    const target = { host: bareHost(url.hostname), port: url.port || (url.protocol === 'https:' ? '443' : '80') };
    return isOwn(target.host) || exceptions.some((isExcepted) => isExcepted(target)) ? undefined : setting;
  };
}

function firstOf(env: Environment, names: readonly string[]): ProxySetting | undefined {
  const variable = names.find((name) => readVariable(env, name) !== undefined);
  return variable === undefined ? undefined : { variable, value: readVariable(env, variable) ?? '' };
}

interface ProxyTarget {
  readonly host: string;
  readonly port: string;
}

type Exception = (target: ProxyTarget) => boolean;

/**
 * Parses an entry of `NO_PROXY`: `*`, a name with its subdomains, an address, or an address range, each with an
 * optional port.
 */
function toException(entry: string): Exception[] {
  if (entry === '') return [];
  if (entry === '*') return [() => true];
  const [, address = '', bits] = /^(.+)\/(\d+)$/.exec(entry) ?? [];
  if (bits !== undefined && isIP(address) !== 0) return toRange(address, Number(bits));
  const { name, port } = splitPort(entry.toLowerCase());
  const host = bareHost(name).replace(/^\*?\./, '');
  return [
    (target) =>
      (port === undefined || port === target.port) &&
      (target.host === host || (isIP(target.host) === 0 && target.host.endsWith(`.${host}`))),
  ];
}

function toRange(address: string, bits: number): Exception[] {
  const family = familyOf(address);
  if (bits > (family === 'ipv4' ? 32 : 128)) return [];
  const range = new BlockList();
  range.addSubnet(address, bits, family);
  return [({ host }) => isIP(host) !== 0 && range.check(host, familyOf(host))];
}

function splitPort(entry: string): { readonly name: string; readonly port: string | undefined } {
  if (isIP(entry) !== 0) return { name: entry, port: undefined };
  const [, name = entry, port] = /^(.*):(\d+)$/.exec(entry) ?? [];
  return { name, port };
}

function isOwn(host: string): boolean {
  if (isIP(host) !== 0) return own.check(host, familyOf(host));
  return ownNames.has(host) || host.endsWith('.localhost');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

/** Removes the brackets of an IPv6 address in a URL, and the trailing dot of a name. */
function bareHost(name: string): string {
  return name.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}
