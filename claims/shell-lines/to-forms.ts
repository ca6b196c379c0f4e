/** The forms in which programs may print a secret: plain, reversed, in hexadecimal, in base64 at any alignment. */
export function toForms(secret: string): readonly string[] {
  const encoded = [0, 1, 2].map((shift) =>
    Buffer.from(`${' '.repeat(shift)}${secret}`)
      .toString('base64')
      .slice(4, 16),
  );
  return [secret, Array.from(secret).toReversed().join(''), Buffer.from(secret).toString('hex'), ...encoded];
}
