import { BlockList, isIP } from 'node:net';

type Row = readonly [ranges: string, words: string];

/** IPv4 addresses that are not public, with a description. */
const FOUR: readonly Row[] = [
  ['0.0.0.0/8', 'this machine'],
  ['127.0.0.0/8', 'this machine'],
  ['10.0.0.0/8 172.16.0.0/12 192.168.0.0/16', 'a private network'],
  ['100.64.0.0/10', "a provider's inner network"],
  ['169.254.0.0/16', 'a link-local address, where clouds keep credentials'],
  // Azure's agent listens on an address that looks public.
  ['168.63.129.16/32', "a cloud's own service"],
  ['192.0.0.0/24 192.88.99.0/24 198.18.0.0/15', 'set aside for protocols and tests'],
  ['192.0.2.0/24 198.51.100.0/24 203.0.113.0/24', 'set aside for documents'],
  ['224.0.0.0/4', 'a multicast address'],
  ['240.0.0.0/4', 'a reserved address'],
];

/** The public range of IPv6. */
const GLOBAL_SIX = '2000::/3';
const SIX: readonly Row[] = [
  ['::1/128 ::/128', 'this machine'],
  ['::ffff:0:0/96 ::/96 64:ff9b::/96 64:ff9b:1::/48 2002::/16 2001::/32', 'an IPv4 address in the form of an IPv6 one'],
  ['fc00::/7', 'a private network'],
  ['fe80::/10 fec0::/10', 'a link-local address'],
  ['ff00::/8', 'a multicast address'],
  ['2001::/23', 'set aside for protocols and tests'],
  ['2001:db8::/32 3fff::/20', 'set aside for documents'],
];

const fourTable = toTable(FOUR, 'ipv4');
const sixTable = toTable(SIX, 'ipv6');
const globalSix = toList(GLOBAL_SIX, 'ipv6');

/** Describes an address that is not public. Undefined if it is. */
export function describePrivateAddress(address: string): string | undefined {
  const version = isIP(address);
  // A zone selects a network interface of this machine.
  if (version === 0 || address.includes('%')) return 'not a plain address';
  if (version === 4) return fourTable.find(({ list }) => list.check(address, 'ipv4'))?.words;
  const known = sixTable.find(({ list }) => list.check(address, 'ipv6'))?.words;
  return known ?? (globalSix.check(address, 'ipv6') ? undefined : 'a reserved address');
}

function toTable(rows: readonly Row[], family: 'ipv4' | 'ipv6') {
  return rows.map(([ranges, words]) => ({ list: toList(ranges, family), words }));
}

function toList(ranges: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges.split(' ')) {
    const [base = '', bits] = range.split('/');
    list.addSubnet(base, Number(bits), family);
  }
  return list;
}
