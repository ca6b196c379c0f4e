import { describe, expect, it } from 'vitest';
import { createIdentityKey, toPublicIdentity } from './identity-key.ts';

describe('identity key', () => {
  it('is published as its version followed by the raw bytes in base 58', () => {
    // The private key whose seed is the bytes 0 to 31.
    const pem = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f
-----END PRIVATE KEY-----
`;
    expect(toPublicIdentity(pem)).toBe('publickeyv1_FAe4sisG95oZ42w7buUn5qEE4TAnfTTFPiguZUHmhiF');
  });

  it('is different each time, and its public half can be derived from the private one', () => {
    const [one, other] = [createIdentityKey(), createIdentityKey()];
    expect(one.publicKey).not.toBe(other.publicKey);
    expect(toPublicIdentity(one.privatePem)).toBe(one.publicKey);
  });
});
