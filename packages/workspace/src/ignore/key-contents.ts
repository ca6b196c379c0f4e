import { statSync, type Stats } from 'node:fs';
import { readText } from '../sandbox/linux/look.ts';
import { isUnchanged, toStamp, type Stamp } from './stamp.ts';

/** Names of files that hold private keys or public certificates, keys and signatures, or documents. */
const ARMORED = /\.(?:pem|asc|key|crt|cer)$/i;
/** Bundles of all public authorities have about 250,000 bytes. */
const MOST_BYTES = 1_000_000;
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----/g;
const PUBLIC = new Set([
  'CERTIFICATE',
  'TRUSTED CERTIFICATE',
  'X509 CERTIFICATE',
  'X509 CRL',
  'CERTIFICATE REQUEST',
  'NEW CERTIFICATE REQUEST',
  'PUBLIC KEY',
  'RSA PUBLIC KEY',
  'DH PARAMETERS',
  'EC PARAMETERS',
  'PKCS7',
  'PGP PUBLIC KEY BLOCK',
  'PGP SIGNATURE',
  'PGP SIGNED MESSAGE',
  'PGP MESSAGE',
]);

type Content = 'private' | 'public' | 'unknown';

/**
 * Tells private keys from certificates by what is in a file: programs do not start without the certificates that they
 * trust. A file is read again when it has changed.
 */
export class KeyContents {
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly stamp: Stamp; readonly content: Content }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether a file with this name has to be looked into. */
  decides(name: string): boolean {
    return ARMORED.test(name);
  }

  /** Whether a file holds keys, links followed; where its content does not tell, its name does. */
  holdsKey(path: string, isKeyName: (path: string) => boolean): boolean {
    const content = this.#contentOf(path);
    return content === 'unknown' ? isKeyName(path) : content === 'private';
  }

  #contentOf(path: string): Content {
    const found = statOf(path);
    if (found === undefined) return 'unknown';
    const known = this.#known.get(path);
    if (known !== undefined && isUnchanged(known.stamp, found)) return known.content;
    const content = found.size > MOST_BYTES ? 'unknown' : toContent(readText(path) ?? '');
    this.#known.set(path, { stamp: toStamp(found, this.#now()), content });
    return content;
  }
}

/** Undefined where a link leads nowhere, or in a circle. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function toContent(text: string): Content {
  const blocks = [...text.matchAll(BLOCK)].map(([, block = '']) => block);
  if (blocks.length === 0) return 'unknown';
  return blocks.every((block) => PUBLIC.has(block)) ? 'public' : 'private';
}
