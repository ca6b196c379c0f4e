import type { ContentPart } from './content.ts';

/** The plain text of a message, without thoughts, media and references. */
export function toText(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
