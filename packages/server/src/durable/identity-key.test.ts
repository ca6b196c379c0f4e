import { describe, expect, it } from 'vitest';
import { createIdentityKey, toPublicIdentity } from './identity-key.ts';

describe('an identity key', () => {
  it('is told to workers as its version, then its raw bytes in base 58', () => {
    // The key whose seed is the bytes 0 to 31.
    const pem = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f
-----END PRIVATE KEY-----
`;
    expect(toPublicIdentity(pem)).toBe('publickeyv1_FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF');
  });

  it('is another one each time, and the public half follows from the private one', () => {
    const [one, other] = [createIdentityKey(), createIdentityKey()];
    expect(one.publicKey).not.toBe(other.publicKey);
    expect(toPublicIdentity(one.privatePem)).toBe(one.publicKey);
  });
});
