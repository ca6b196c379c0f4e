import { createHash, timingSafeEqual } from 'node:crypto';
import { AgentError } from '@bowline/protocol';

/**
 * Both ends prove with the TLS handshake that they know the token, and encrypt with a fresh key. So there is no
 * certificate to distribute, no plain text mode, and the token itself is never sent. Only TLS 1.2 has such ciphers in
 * Node.
 */
export const SECURE = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;

/** The name that the client gives in the handshake. It says what the key is for, and is not a secret. */
export const IDENTITY = 'bowline-workspace';

/** Anyone who reads a handshake of an attacked client could guess shorter tokens. */
const SHORTEST = 32;

/** The key of a token. Throws if it is too short to resist guessing. */
export function toKey(token: string): Buffer {
  if (token.length < SHORTEST)
    throw new AgentError('SETTINGS_INVALID', `The workspace token is shorter than ${SHORTEST} characters`, {
      hint: 'Use a random token, for example the one that bowline workspace serve creates',
    });
  return createHash('sha256').update(`bowline workspace 1\0${token}`).digest();
}

/** Compares in constant time. */
export function isIdentity(identity: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(identity), digest(IDENTITY));
}
