const LANES = { first: { basis: 0x811c9dc5, prime: 0x01000193 }, second: { basis: 0x9747b28c, prime: 0x85ebca6b } };

/** A short non-cryptographic hash: FNV-1a in two lanes. */
export function shortHash(text: string): string {
  let first = LANES.first.basis;
  let second = LANES.second.basis;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, LANES.first.prime);
    second = Math.imul(second ^ code, LANES.second.prime);
    second ^= second >>> 15;
  }
  return (first >>> 0).toString(36) + (second >>> 0).toString(36).padStart(7, '0');
}
