/** The nearest position at or before this one that does not split a character. */
export function wholeCharacters(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd8_00 && before <= 0xdb_ff ? at - 1 : at;
}

/** The first characters of a text, without splitting one. */
export function firstOf(text: string, count: number): string {
  return text.slice(0, wholeCharacters(text, Math.min(count, text.length)));
}

/** The last characters of a text, without splitting one. */
export function lastOf(text: string, count: number): string {
  return text.slice(wholeCharacters(text, Math.max(0, text.length - count)));
}
