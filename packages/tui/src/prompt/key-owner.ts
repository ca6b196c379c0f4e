/** Whose API key it is, by its beginning. */
const beginnings: readonly (readonly [string, string])[] = [
  ['AIza', 'gemini'],
  ['sk-ant-', 'anthropic'],
  ['sk-or-', 'openrouter'],
  ['sk-', 'openai'],
];

/** The provider whose keys begin like this one. Null if unknown. */
export function keyOwnerOf(key: string): string | null {
  return beginnings.find(([start]) => key.startsWith(start))?.[1] ?? null;
}

/** A key alone, in quotes, or as a shell sets it: `export GEMINI_API_KEY="…"`. Real keys have 39 characters and more. */
const KEY = /^(?:(?:export\s+)?\w+=)?(["']?)([\w-]{20,})\1;?$/;

/** The owner of the API key that a pasted text consists of. Null if it is something else. */
export function findPastedKey(text: string): string | null {
  const key = KEY.exec(text.trim())?.[2];
  return key === undefined ? null : keyOwnerOf(key);
}
