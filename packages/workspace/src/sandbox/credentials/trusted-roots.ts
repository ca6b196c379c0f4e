import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

/** Files in which systems keep trusted certificate authorities. */
const FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** The certificate authorities that this machine trusts, as PEM. */
export interface TrustedRoots {
  /** Those of the system, or Node's own if there are none. */
  readonly system: string;
  /** Those that the user added. */
  readonly extra: string;
  /** Verifies connections to hosts. */
  readonly context: tls.SecureContext;
}

/** Cached, because reading them takes longer than a connection. */
const opened = new Map<string | undefined, TrustedRoots>();

/** The certificate authorities that this machine trusts, and those in an additional file of the user. */
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

/** The certificates of the first file that contains any. */
function readCertificates(files: readonly string[]): string | undefined {
  for (const file of files) {
    try {
      const text = readFileSync(file, 'utf8');
      if (text.includes('-----BEGIN CERTIFICATE-----')) return `${text.trim()}\n`;
    } catch {
      // The next system keeps them in another file.
    }
  }
  return undefined;
}
