import { statSync, type Stats } from 'node:fs';
import { readText } from '../disk/look.ts';
import { isUnchanged, toStamp, type Stamp } from '../disk/stamp.ts';

/** Names of files that contain either private keys, or public certificates, keys, signatures or documents. */
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
 * Distinguishes private keys from certificates by content, since programs do not start without the certificates they
 * trust. A file is read again if it has changed.
 */
export class KeyContents {
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly stamp: Stamp; readonly content: Content }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether a file with this name must be read. */
  decides(name: string): boolean {
    return ARMORED.test(name);
  }

  /** Whether a file contains keys, following links. If the content is inconclusive, its name decides. */
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

/** Undefined for a broken or circular link. */
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
