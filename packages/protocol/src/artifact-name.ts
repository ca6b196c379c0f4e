/** The name of a text that a session keeps: the SHA-256 of its UTF-8 bytes. The same on every machine, and not a path. */
const NAME = /^artifact:([0-9a-f]{64})$/;

/** The hash in the name of an artifact. Undefined if the text is not such a name. */
export function parseArtifactName(text: string): string | undefined {
  return NAME.exec(text)?.[1];
}
