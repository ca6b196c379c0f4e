/** A secret as programs may print it: as it is, backwards, in hexadecimal, in base64 wherever it begins. */
export function toForms(secret: string): readonly string[] {
  const encoded = [0, 1, 2].map((shift) =>
    Buffer.from(`${' '.repeat(shift)}${secret}`)
      .toString('base64')
      .slice(4, 16),
  );
  return [secret, Array.from(secret).toReversed().join(''), Buffer.from(secret).toString('hex'), ...encoded];
}
