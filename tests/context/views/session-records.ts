import type { Part } from '@google/genai';
import type { ContextEntry, MemoryText } from '@bowline/context';
import { unreachable } from '@bowline/protocol';
import { fromGeminiPart, type NewRecord, type RecordBody } from '@bowline/log';
import type { History } from '../../../packages/runtime/src/journal/history.ts';
import { toText, type AnyAnswer, type AnyCall, type AnyText, type Meanwhile } from './any-session.ts';

/** A user message. */
export function toMessage(messageId: string, text: AnyText): RecordBody<'user_message'> {
  return { messageId, content: [{ type: 'text', text: toText(text) }] };
}

/** An answer and its calls, appended together. */
export function toAnswer({
  thought,
  text,
  calls,
  ids,
  seen,
  messageId,
  inputTokens,
}: AnyAnswer & {
  readonly ids: readonly string[];
  readonly seen: number;
  readonly messageId: string;
  readonly inputTokens: number | null;
}): [Extract<NewRecord, { type: 'model_answered' }>, ...NewRecord[]] {
  const parts: Part[] = [
    ...(thought === null ? [] : [{ text: toText(thought), thought: true, thoughtSignature: 'of a thought' }]),
    ...(text === null ? [] : [{ text: toText(text) }]),
    ...calls.map(({ tool }, n) => ({ functionCall: { id: ids[n] ?? '', name: tool, args: { n } } })),
  ];
  const content = parts.map(fromGeminiPart);
  const usage = inputTokens === null ? {} : { usage: { inputTokens, outputTokens: 1 } };
  return [
    { type: 'model_answered', body: { messageId, model: 'any', content, seen, ...usage } },
    ...calls.map(({ tool }, n) => toRequested(ids[n] ?? '', tool)),
  ];
}

function toRequested(callId: string, name: string): NewRecord {
  return { type: 'tool_requested', body: { callId, name, args: {}, effect: 'read', executor: 'local' } };
}

/** The result of a call. */
export function toResult(callId: string, { tool: name, outcome, text, hasArtifact }: AnyCall): NewRecord {
  if (outcome === 'interrupted') return { type: 'tool_interrupted', body: { callId, name, reason: 'unknown' } };
  const media = outcome === 'media' ? [{ type: 'media', mimeType: 'image/png', data: 'AAAA' } as const] : [];
  const content = [{ type: 'text', text: toText(text) } as const, ...media];
  const body = { callId, name, content, isError: outcome === 'error' };
  return { type: 'tool_finished', body: hasArtifact ? { ...body, artifact: `/artifacts/${callId}` } : body };
}

/** A record of something that happens concurrently. */
export function toNote(note: Meanwhile, { id, isOpen }: { readonly id: string; readonly isOpen: boolean }): NewRecord {
  switch (note.kind) {
    case 'message':
      return { type: isOpen ? 'steering_message' : 'user_message', body: toMessage(id, note.text) };
    case 'memory':
      return { type: 'memory_loaded', body: { files: [{ path: `/a/${id}.md`, text: toText(note.text) }] } };
    case 'mode':
      return { type: 'mode_changed', body: { mode: 'plan' } };
    case 'loop':
      return { type: 'loop_detected', body: { kind: 'calls', detail: 'the same call', strike: note.strike } };
    default:
      return unreachable(note);
  }
}

/** Masks results from here on. Some could not be saved. */
export function toMasked(entries: readonly ContextEntry[], callIds: readonly string[]): NewRecord {
  const results = entries.flatMap((entry) => entry.results);
  const calls = callIds.map((callId, n) => {
    const kept = results.find((result) => result.callId === callId)?.artifact;
    const artifact = kept ?? (n % 3 === 0 ? undefined : `/artifacts/${callId}.txt`);
    return { callId, ...(artifact === undefined ? {} : { artifact }) };
  });
  return { type: 'context_masked', body: { calls } };
}

/** Replaces history with a summary if that is smaller. */
export function toCompacted(history: History, through: number, summary: string): NewRecord {
  const { tokens } = history.gauge;
  const head = history.entries.filter(({ last }) => last <= through);
  const memory: MemoryText[] = head.flatMap((entry) => entry.memory ?? []);
  const tokensAfter = history.sizeWith(through, { summary, memory });
  if (tokensAfter >= tokens) return { type: 'compaction_rejected', body: { reason: 'larger', tokens } };
  const body = { through, summary, tokensBefore: tokens, tokensAfter: Math.max(0, tokensAfter) };
  return { type: 'context_compacted', body: memory.length === 0 ? body : { ...body, memory } };
}
