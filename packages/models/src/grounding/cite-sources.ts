import type { GroundingMetadata } from '@google/genai';

/** A text with the numbers of its sources. */
export interface CitedText {
  readonly text: string;
  /** Source number 1 is first. The URL is Google's and redirects to the source. */
  readonly sources: readonly { readonly title: string; readonly url: string }[];
}

/** Adds `[1]` after the text that source 1 supports. Positions are in bytes, as in Gemini's response. */
export function citeSources(
  text: string,
  { groundingChunks = [], groundingSupports = [] }: GroundingMetadata,
): CitedText {
  const sources = groundingChunks.map(({ web }) => ({ title: web?.title ?? 'untitled', url: web?.uri ?? '' }));
  const marks = groundingSupports.flatMap(({ segment, groundingChunkIndices = [] }) => {
    const known = groundingChunkIndices.filter((at) => sources[at] !== undefined);
    return segment?.endIndex === undefined || known.length === 0
      ? []
      : [{ at: segment.endIndex, mark: known.map((index) => `[${index + 1}]`).join('') }];
  });
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { at, mark } of marks.toSorted((a, b) => a.at - b.at)) {
    const end = Math.max(from, Math.min(at, bytes.length));
    pieces.push(bytes.subarray(from, end), Buffer.from(mark));
    from = end;
  }
  return { text: Buffer.concat([...pieces, bytes.subarray(from)]).toString('utf8'), sources };
}
