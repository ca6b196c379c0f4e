import type { ContentPart } from './content.ts';

/** The plain text of a message, its thoughts, media and references left out. */
export function toText(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
