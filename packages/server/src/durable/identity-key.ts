import { createPublicKey, generateKeyPairSync } from 'node:crypto';

/** The key with which Restate signs its requests, so that workers accept no others. */
export interface IdentityKey {
  /** Goes into a file for Restate that only its user can read. */
  readonly privatePem: string;
  /** For workers. Not secret. */
  readonly publicKey: string;
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const RAW_BYTES = 32;

export function createIdentityKey(): IdentityKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { privatePem, publicKey: toPublicIdentity(privatePem) };
}

/** The public key in the format that workers expect: the version followed by the raw key in base 58. */
export function toPublicIdentity(privatePem: string): string {
  const encoded = createPublicKey(privatePem).export({ type: 'spki', format: 'der' });
  return `publickeyv1_${toBase58(encoded.subarray(encoded.length - RAW_BYTES))}`;
}

function toBase58(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (rest > 0n) {
    text = `${ALPHABET[Number(rest % 58n)] ?? ''}${text}`;
    rest /= 58n;
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return `${'1'.repeat(zeros === -1 ? bytes.length : zeros)}${text}`;
}
