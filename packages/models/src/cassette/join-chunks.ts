import type { Part } from '@google/genai';
import type { ModelChunk } from '../model-client.ts';

const plainKeys: ReadonlySet<string> = new Set(['text', 'thought', 'thoughtSignature']);

/**
 * Returns the same answer in fewer chunks: adjacent texts of the same kind are joined.
 *
 * Calls stay in their chunks, a signature still ends its part, and only the last usage is kept, as for a reader of the
 * answer.
 */
export function joinChunks(chunks: readonly ModelChunk[]): ModelChunk[] {
  const joined: ModelChunk[] = [];
  for (const chunk of chunks.map(withJoinedParts)) {
    const last = joined.pop();
    if (last === undefined) joined.push(chunk);
    else joined.push(...(goesOn(last, chunk) ? joinTwo(last, chunk) : [last, chunk]));
  }
  return joined;
}

function withJoinedParts(chunk: ModelChunk): ModelChunk {
  if (partsOf(chunk).length < 2) return chunk;
  const parts: Part[] = [];
  for (const part of partsOf(chunk)) {
    const last = parts.at(-1);
    if (last !== undefined && canJoin(last, part)) parts[parts.length - 1] = joinParts(last, part);
    else parts.push(part);
  }
  return withParts(chunk, parts);
}

/** Whether the second chunk continues the last text of the first, or contains only a finish reason or a usage. */
function goesOn(first: ModelChunk, second: ModelChunk): boolean {
  const last = partsOf(first).at(-1);
  const [next] = partsOf(second);
  if (hasEnded(first) || last === undefined) return false;
  if (second.content !== undefined && second.content.role !== first.content?.role) return false;
  return next === undefined ? isPlainText(last) : canJoin(last, next);
}

function joinTwo(first: ModelChunk, second: ModelChunk): ModelChunk[] {
  const parts = partsOf(first);
  const last = parts.at(-1);
  const [next, ...others] = partsOf(second);
  const grown = last === undefined || next === undefined ? [...parts] : [...parts.slice(0, -1), joinParts(last, next)];
  if (others.length > 0) return [withParts(first, grown), withParts(second, others)];
  const usage = second.usage ?? first.usage;
  const grounding = second.grounding ?? first.grounding;
  return [{ ...withParts(first, grown), ...endOf(second), usage, ...(grounding === undefined ? {} : { grounding }) }];
}

function endOf({ finishReason, finishMessage, blockReason }: ModelChunk): Partial<ModelChunk> {
  return { finishReason, finishMessage, blockReason };
}

function hasEnded(chunk: ModelChunk): boolean {
  return Object.values(endOf(chunk)).some((value) => value !== undefined);
}

function partsOf(chunk: ModelChunk): readonly Part[] {
  return chunk.content?.parts ?? [];
}

function withParts(chunk: ModelChunk, parts: Part[]): ModelChunk {
  return { ...chunk, content: { ...chunk.content, parts } };
}

function canJoin(last: Part, next: Part): boolean {
  return (
    isPlainText(last) &&
    isPlainText(next) &&
    last.thoughtSignature === undefined &&
    (last.thought ?? false) === (next.thought ?? false)
  );
}

function joinParts(last: Part, next: Part): Part {
  const { thoughtSignature } = next;
  return {
    ...(last.text === '' ? next : last),
    text: `${last.text ?? ''}${next.text ?? ''}`,
    ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
  };
}

function isPlainText(part: Part): boolean {
  return (
    part.text !== undefined && Object.entries(part).every(([key, value]) => value === undefined || plainKeys.has(key))
  );
}
