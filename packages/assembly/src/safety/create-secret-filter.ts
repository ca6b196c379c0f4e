const SHORTEST = 8;
const MARK = '[redacted]';

/** Puts a mark in the place of known secrets. What only looks like one is left: who edits a file needs to see what is in it. */
export function createSecretFilter(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret.length >= SHORTEST);
  return (text) => known.reduce((rest, secret) => (rest.includes(secret) ? rest.replaceAll(secret, MARK) : rest), text);
}
