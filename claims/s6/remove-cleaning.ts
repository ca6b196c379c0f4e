/** Every pattern that cleans untrusted text, exactly as in the sources and in the built CLI, and its replacement. */
export const cleaningPatterns: Readonly<Record<string, readonly [string, string]>> = {
  sequences: [
    String.raw`/(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_k]|[\u0090\u0098\u009D\u009E\u009F])[^\u0000-\u001F\u007F-\u009F]*(?:\u0007|\u001B\\|\u009C)|\u001B[ -/]*[0-~]|\u001B/g`,
    '/(?!)/g',
  ],
  'sequences that are cut': [
    String.raw`/(?:(?:\u001B\[|\u009B)[0-?]*[ -/]*|(?:\u001B[\]PX^_k]|[\u0090\u0098\u009D\u009E\u009F])[^\u0000-\u001F\u007F-\u009F]*\u001B?|\u001B[ -/]*)$/`,
    '/(?!)/',
  ],
  'invisible characters': [String.raw`\p{Default_Ignorable_Code_Point}|[\u2028\u2029\uFFF9-\uFFFB]`, '(?!)'],
  'control characters': [String.raw`[\u0000-\u0007\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F]`, '(?!)'],
  'every control character': [String.raw`/[\u0000-\u001F\u007F-\u009F]/g`, '/(?!)/g'],
  'redrawn lines': [String.raw`/[\r\b]/g`, '/(?!)/g'],
  'redrawn lines and tabs': [String.raw`/[\r\b\t]/`, '/(?!)/'],
  'rows of a frame': [String.raw`=/[\u0000-\u001F\u007F-\u009F]/`, '=/(?!)/'],
  'rows of a frame, in the sources': [String.raw`= /[\u0000-\u001F\u007F-\u009F]/`, '= /(?!)/'],
  'characters that cannot be seen': [
    String.raw`[^\u0020-\u007E\p{L}\p{M}\p{N}\p{P}\p{S}]|\p{Default_Ignorable_Code_Point}|\u2800`,
    '(?!)',
  ],
};

/** A source without the patterns that clean untrusted text, and the names of the removed patterns. */
export function removeCleaning(source: string): { readonly text: string; readonly removed: readonly string[] } {
  const removed: string[] = [];
  let text = source;
  // Longer patterns first: the pattern for questions contains the pattern for invisible characters.
  for (const [name, [pattern, other]] of Object.entries(cleaningPatterns).toSorted(
    ([, [one]], [, [two]]) => two.length - one.length,
  )) {
    if (!text.includes(pattern)) continue;
    removed.push(name);
    text = text.replaceAll(pattern, other);
  }
  return { text, removed };
}
