/** The nearest place at or before one that does not tear a character in two. */
export function wholeCharacters(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd8_00 && before <= 0xdb_ff ? at - 1 : at;
}

/** The first so many characters of a text, the last of them whole. */
export function firstOf(text: string, count: number): string {
  return text.slice(0, wholeCharacters(text, Math.min(count, text.length)));
}

/** And the last. */
export function lastOf(text: string, count: number): string {
  return text.slice(wholeCharacters(text, Math.max(0, text.length - count)));
}
