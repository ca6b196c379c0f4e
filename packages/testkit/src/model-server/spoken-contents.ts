import type { Content } from '@google/genai';

/** An unvalidated JSON object in a request. */
export type Item = Readonly<Record<string, unknown>>;

/** Returns the list under a key of the body; empty if there is none. */
export function toItems(body: unknown, key: string): readonly Item[] {
  const list = isItem(body) ? body[key] : undefined;
  return Array.isArray(list) ? list.filter(isItem) : [];
}

/**
 * Returns the messages of the user and the tools since the last one of the model, as the single content that Gemini has
 * for them.
 */
export function toSpokenContents(items: readonly Item[], isSpoken: (item: Item) => boolean): readonly Content[] {
  const last = items.findLastIndex(isSpoken);
  const before = items.slice(0, last).findLastIndex((item) => !isSpoken(item));
  const parts = items.slice(before + 1, last + 1).map((item) => ({ text: toSpokenText(item) }));
  return parts.length === 0 ? [] : [{ role: 'user', parts }];
}

/** Returns the text of a content: a string, or a list of parts with texts or contents. */
function toSpokenText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(toSpokenText).join('\n');
  if (!isItem(value)) return '';
  const { text, content, output } = value;
  return toSpokenText(text ?? content ?? output ?? JSON.stringify(value));
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
