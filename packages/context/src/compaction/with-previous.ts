import type { Content } from '@google/genai';
import { isRendering, TITLE } from './rendering.ts';

/** Contents that start with the earlier summary, whether or not it was there. */
export function withPrevious(contents: readonly Content[], previous: string | undefined): readonly Content[] {
  if (previous === undefined || previous === '') return contents;
  const text = isRendering(previous) ? previous : `${TITLE}\n\n${previous}`;
  // It may have been rendered with an appendix.
  const isThere = contents[0]?.parts?.[0]?.text?.startsWith(previous) === true;
  return [toUser(text), ...contents.slice(isThere ? 1 : 0)];
}

/** A user content for a side request. */
export function toUser(text: string): Content {
  return { role: 'user', parts: [{ text }] };
}
