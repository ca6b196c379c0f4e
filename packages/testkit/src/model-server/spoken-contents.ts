import type { Content } from '@google/genai';

/** A JSON object of a request, of which nothing is known yet. */
export type Item = Readonly<Record<string, unknown>>;

/** The list under this key of a body; empty when there is none. */
export function toItems(body: unknown, key: string): readonly Item[] {
  const list = isItem(body) ? body[key] : undefined;
  return Array.isArray(list) ? list.filter(isItem) : [];
}

/** What the user and the tools said since the model last spoke, as the one content that Gemini would have of it. */
export function toSpokenContents(items: readonly Item[], isSpoken: (item: Item) => boolean): readonly Content[] {
  const last = items.findLastIndex(isSpoken);
  const before = items.slice(0, last).findLastIndex((item) => !isSpoken(item));
  const parts = items.slice(before + 1, last + 1).map((item) => ({ text: toSpokenText(item) }));
  return parts.length === 0 ? [] : [{ role: 'user', parts }];
}

/** The words in a content that is a text, or a list of parts with texts or with contents in them. */
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
