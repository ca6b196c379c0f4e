import type { Content } from '@google/genai';
import { cutMiddle } from './cut-middle.ts';
import { parseRendering, type PersonMessage } from './rendering.ts';
import { toPieces } from './to-pieces.ts';
import { withPrevious } from './with-previous.ts';

/** How much of the user's messages is kept verbatim. */
export interface WordLimits {
  readonly each: number;
  readonly all: number;
}

export const defaultWordLimits: WordLimits = { each: 2000, all: 20_000 };

/**
 * The user's messages in order, with stable numbers across repeated summaries: those that an earlier summary kept, and
 * those since. The first message states the task and is always kept. If there are too many, the newest of the others
 * are kept.
 */
export function personWords(
  contents: readonly Content[],
  previous: string | undefined,
  limits: WordLimits = defaultWordLimits,
): readonly PersonMessage[] {
  const pieces = toPieces(withPrevious(contents, previous));
  const earlier = pieces.flatMap((piece) => (piece.kind === 'earlier_summary' ? parseRendering(piece.text).words : []));
  const last = earlier.at(-1)?.number ?? 0;
  const since = pieces
    .flatMap((piece) => (piece.kind === 'person' ? [piece.text] : []))
    .map((text, at) => ({ number: last + at + 1, text }));
  return keepWithin([...earlier, ...since], limits);
}

function keepWithin(messages: readonly PersonMessage[], { each, all }: WordLimits): readonly PersonMessage[] {
  const [first, ...others] = messages.map(({ number, text }) => ({ number, text: cutMiddle(text, each) }));
  if (first === undefined) return [];
  let left = all - first.text.length;
  const from = others.findLastIndex(({ text }) => (left -= text.length) < 0) + 1;
  return [first, ...others.slice(from)];
}
