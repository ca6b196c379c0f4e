import type { Content, FunctionCall, FunctionResponse, Part } from '@google/genai';
import { resultText } from '../masking/mask-result.ts';
import { isFailedCommand } from '../view/is-failed-command.ts';
import { isRendering } from './rendering.ts';

/** A message, call or result, in session order. */
export type Piece =
  | { readonly kind: 'earlier_summary'; readonly text: string }
  | { readonly kind: 'person'; readonly text: string }
  | { readonly kind: 'agent'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly args: Record<string, unknown> }
  | {
      readonly kind: 'result';
      readonly id: string;
      readonly name: string;
      readonly text: string;
      readonly isError: boolean;
    }
  | { readonly kind: 'media'; readonly text: string };

/** Splits contents into pieces. Skips thoughts and unreadable parts. */
export function toPieces(contents: readonly Content[]): readonly Piece[] {
  return contents.flatMap((content, at) => {
    const isAgent = content.role === 'model';
    const pieces: Piece[] = [];
    for (const part of content.parts ?? []) {
      const piece = toPiece(part, isAgent);
      const last = pieces.at(-1);
      if (piece === undefined) continue;
      // Consecutive texts form one message.
      if (isSaid(piece) && last?.kind === piece.kind)
        pieces.splice(-1, 1, { ...piece, text: `${last.text}\n${piece.text}` });
      else pieces.push(piece);
    }
    return at === 0 ? pieces.map(asEarlierSummary) : pieces;
  });
}

function isSaid(piece: Piece): piece is Extract<Piece, { kind: 'person' | 'agent' }> {
  return piece.kind === 'person' || piece.kind === 'agent';
}

/** Only the first content can be a summary. Anywhere else it is a quote by the user. */
function asEarlierSummary(piece: Piece): Piece {
  return piece.kind === 'person' && isRendering(piece.text) ? { kind: 'earlier_summary', text: piece.text } : piece;
}

function toPiece(part: Part, isAgent: boolean): Piece | undefined {
  if (part.functionCall !== undefined) return toCall(part.functionCall);
  if (part.functionResponse !== undefined) return toResult(part, part.functionResponse);
  if (part.thought === true) return undefined;
  if (typeof part.text !== 'string') return toMedia(part);
  return part.text.trim() === '' ? undefined : { kind: isAgent ? 'agent' : 'person', text: part.text };
}

function toCall({ id = '', name = 'unknown', args }: FunctionCall): Piece {
  return { kind: 'call', id, name, args: { ...args } };
}

function toResult(part: Part, { id = '', name = 'unknown', response }: FunctionResponse): Piece {
  const text = resultText(part);
  return { kind: 'result', id, name, text, isError: response?.['error'] !== undefined || isFailedCommand(text) };
}

function toMedia({ inlineData, fileData }: Part): Piece | undefined {
  const text = fileData?.fileUri ?? inlineData?.displayName ?? fileData?.mimeType ?? inlineData?.mimeType;
  return text === undefined ? undefined : { kind: 'media', text };
}
