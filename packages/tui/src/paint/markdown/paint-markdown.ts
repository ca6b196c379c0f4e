import type { Lines, View } from '../layout/view.ts';
import { createStreamPainter, type StreamPainter } from './create-stream-painter.ts';

/** The number of growing texts whose state is kept at once. */
const MAX_STREAMS = 8;
const painters = new Map<string, StreamPainter>();

export interface GrowingText {
  /** Identifies the text while it grows. */
  readonly streamId: string;
  readonly isGrowing: boolean;
}

/**
 * Paints Markdown. A growing text is identified by its ID, and only its new part is painted.
 * Only painted output is cached, so the same text always gives the same result.
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
