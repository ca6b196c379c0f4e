/** More paths would only cost tokens: the model reads a file again before it edits it. */
const MOST_PATHS = 50;

/** What the model sees after the user has restored files and kept the conversation. */
export function showRestored(paths: readonly string[]): string {
  const more = paths.length - MOST_PATHS;
  const listed = paths.slice(0, MOST_PATHS).join('\n');
  return `The user has restored these files to an earlier state. Read them again before you rely on their content:\n${listed}${more > 0 ? `\nand ${more} more` : ''}`;
}
