import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

/** Where systems keep the authorities that they trust, in one file. */
const FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** The authorities that are trusted on this machine, as PEM. */
export interface TrustedRoots {
  /** Those of the system; Node's own where there are none. */
  readonly system: string;
  /** Those that the person added. */
  readonly extra: string;
  /** What a connection to a host is verified with. */
  readonly context: tls.SecureContext;
}

/** Kept: to read them takes longer than a connection. */
const opened = new Map<string | undefined, TrustedRoots>();

/** The authorities that are trusted on this machine, with those that the person has in a file besides. */
export function openTrustedRoots(file?: string): TrustedRoots {
  const roots = opened.get(file) ?? createTrustedRoots(file);
  opened.set(file, roots);
  return roots;
}

function createTrustedRoots(file: string | undefined): TrustedRoots {
  const system = readCertificates(FILES) ?? `${tls.rootCertificates.join('\n')}\n`;
  const extra = readCertificates(file === undefined ? [] : [file]) ?? '';
  let context: tls.SecureContext | undefined;
  return {
    system,
    extra,
    get context() {
      return (context ??= tls.createSecureContext({ ca: [system, ...(extra === '' ? [] : [extra])] }));
    },
  };
}

/** The certificates of the first of these files that has any. */
function readCertificates(files: readonly string[]): string | undefined {
  for (const file of files) {
    try {
      const text = readFileSync(file, 'utf8');
      if (text.includes('-----BEGIN CERTIFICATE-----')) return `${text.trim()}\n`;
    } catch {
      // Another system has another file.
    }
  }
  return undefined;
}
