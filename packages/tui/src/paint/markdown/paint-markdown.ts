import type { Lines, View } from '../layout/view.ts';
import { createStreamPainter, type StreamPainter } from './create-stream-painter.ts';

/** How many texts can grow at once without being painted anew each time. */
const MAX_STREAMS = 8;
const painters = new Map<string, StreamPainter>();

export interface GrowingText {
  /** What the text is known by while it grows. */
  readonly streamId: string;
  readonly isGrowing: boolean;
}

/**
 * Markdown as rows. A text that grows is known by its id, and costs what is new of it.
 * Only what has been painted is remembered, so that the same text comes out the same, whatever came before.
 */
export function paintMarkdown(text: string, view: View, growing?: GrowingText): Lines {
  if (growing === undefined) return createStreamPainter()(text, view, false);
  const painter = painters.get(growing.streamId) ?? createStreamPainter();
  painters.delete(growing.streamId);
  painters.set(growing.streamId, painter);
  for (const [oldest] of painters) {
    if (painters.size <= MAX_STREAMS) break;
    painters.delete(oldest);
  }
  return painter(text, view, growing.isGrowing);
}
