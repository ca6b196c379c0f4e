import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { toBits, toDer, toIdentifier, toInteger, toTagged, toTime } from './der.ts';

/** The certificate authority that one command trusts for the proxy. */
export interface Authority {
  /** The certificate to trust, as PEM. The key stays here. */
  readonly certificate: string;
  /** A certificate for one of its hosts, with its key, as PEM. */
  readonly issue: (host: string) => { readonly key: string; readonly cert: string };
}

const HOUR_MS = 3_600_000;
/** A command may run for weeks in the background. Its authority ends with it. */
const VALID_MS = 90 * 24 * HOUR_MS;
const ECDSA_SHA256 = toDer('list', toIdentifier('1.2.840.10045.4.3.2'));
const TRUE = toDer('boolean', Buffer.from([0xff]));

const EXTENSIONS = {
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  alternativeNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKey: '2.5.29.35',
  extendedUsage: '2.5.29.37',
} as const;
const SERVER = '1.3.6.1.5.5.7.3.1';
/** Tags of the two kinds of server names. */
const DNS_NAME = 2;
const IP_ADDRESS = 7;

/**
 * Creates an authority for the given hosts only: its certificate lists them, so that programs reject certificates for
 * other names. Its key is only in memory.
 */
export function createAuthority(hosts: readonly string[]): Authority {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // A unique name, so that no authority is mistaken for another.
  const issuer = toName('2.5.4.3', `Bowline sandbox ${randomBytes(4).toString('hex')}`);
  const own = idOf(privateKey);
  const certificate = toCertificate({
    issuer,
    subject: issuer,
    key: privateKey,
    signer: privateKey,
    extensions: [
      toExtension('basicConstraints', toDer('list', TRUE, toInteger(Buffer.from([0]))), 'critical'),
      // keyCertSign
      toExtension('keyUsage', toBits(Buffer.from([0x04]), 2), 'critical'),
      toExtension('nameConstraints', toConstraints(hosts), 'critical'),
      toExtension('subjectKey', toDer('bytes', own)),
    ],
  });
  return {
    certificate,
    issue: (host) => {
      const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const cert = toCertificate({
        issuer,
        // Not a common name, which some programs would check against the name constraints.
        subject: toName('2.5.4.10', 'Bowline sandbox'),
        key,
        signer: privateKey,
        extensions: [
          toExtension('basicConstraints', toDer('list'), 'critical'),
          // digitalSignature, for the TLS handshake.
          toExtension('keyUsage', toBits(Buffer.from([0x80]), 7), 'critical'),
          toExtension('extendedUsage', toDer('list', toIdentifier(SERVER))),
          toExtension('alternativeNames', toDer('list', toServerName(host))),
          toExtension('subjectKey', toDer('bytes', idOf(key))),
          toExtension('authorityKey', toDer('list', toTagged(0, own, 'is'))),
        ],
      });
      return { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
    },
  };
}

interface CertificateParts {
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly key: KeyObject;
  readonly signer: KeyObject;
  readonly extensions: readonly Buffer[];
}

function toCertificate({ issuer, subject, key, signer, extensions }: CertificateParts): string {
  const now = Date.now();
  const serial = randomBytes(16);
  // Positive, and without leading zeros.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const body = toDer(
    'list',
    toTagged(0, toInteger(Buffer.from([2]))),
    toInteger(serial),
    ECDSA_SHA256,
    issuer,
    toDer('list', toTime(new Date(now - HOUR_MS)), toTime(new Date(now + VALID_MS))),
    subject,
    toPublic(key),
    toTagged(3, toDer('list', ...extensions)),
  );
  const whole = toDer('list', body, ECDSA_SHA256, toBits(sign('sha256', body, signer)));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function toPublic(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

function idOf(key: KeyObject): Buffer {
  return createHash('sha256').update(toPublic(key)).digest().subarray(0, 20);
}

function toName(kind: string, text: string): Buffer {
  return toDer('list', toDer('set', toDer('list', toIdentifier(kind), toDer('text', Buffer.from(text)))));
}

function toExtension(name: keyof typeof EXTENSIONS, value: Buffer, critical?: 'critical'): Buffer {
  const mark = critical === undefined ? [] : [TRUE];
  return toDer('list', toIdentifier(EXTENSIONS[name]), ...mark, toDer('bytes', value));
}

function toServerName(host: string): Buffer {
  return isIP(host) === 0
    ? toTagged(DNS_NAME, Buffer.from(host), 'is')
    : toTagged(IP_ADDRESS, toAddressBytes(host), 'is');
}

/**
 * A kind of name without any permitted entry must be excluded explicitly, because a list only restricts its own kind.
 */
function toConstraints(hosts: readonly string[]): Buffer {
  const permitted = hosts.map((host) =>
    isIP(host) === 0 ? toTagged(DNS_NAME, Buffer.from(host), 'is') : toRange(toAddressBytes(host), 0xff),
  );
  const noNames = hosts.every((host) => isIP(host) !== 0) ? [toTagged(DNS_NAME, Buffer.alloc(0), 'is')] : [];
  const noAddresses = hosts.every((host) => isIP(host) === 0) ? [4, 16].map((n) => toRange(Buffer.alloc(n), 0)) : [];
  const toSubtrees = (bases: readonly Buffer[]): Buffer => Buffer.concat(bases.map((base) => toDer('list', base)));
  const excluded = [...noNames, ...noAddresses];
  return toDer(
    'list',
    toTagged(0, toSubtrees(permitted)),
    ...(excluded.length === 0 ? [] : [toTagged(1, toSubtrees(excluded))]),
  );
}

function toRange(address: Buffer, mask: number): Buffer {
  return toTagged(IP_ADDRESS, Buffer.concat([address, Buffer.alloc(address.length, mask)]), 'is');
}

function toAddressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const toGroups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [before, after] = [toGroups(head), toGroups(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return Buffer.from([...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff]));
}
