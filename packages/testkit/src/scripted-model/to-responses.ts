import type { Content, GenerateContentResponseUsageMetadata, GroundingMetadata, Part } from '@google/genai';
import type { ScriptedChunk, ScriptedStep } from '../model-script.ts';
import { isBroken, isPause, lastSpoken, toFinishReason } from './step-facts.ts';

/** The fields of a GenerateContentResponse that scripts use. */
export interface WireResponse {
  readonly candidates?: readonly WireCandidate[];
  readonly promptFeedback?: { readonly blockReason?: string };
  readonly usageMetadata?: GenerateContentResponseUsageMetadata;
  readonly modelVersion?: string;
  readonly error?: { readonly code?: number; readonly message?: string };
}

interface WireCandidate {
  readonly content?: Content;
  readonly finishReason?: string;
  readonly finishMessage?: string;
  readonly groundingMetadata?: GroundingMetadata;
  readonly index?: number;
}

/** A response and the delay before it; a pause has no response. */
export interface TimedResponse {
  readonly delayMs: number;
  readonly response: WireResponse | undefined;
}

/** Converts a step to responses without usage, which `toUsage` adds to the last one when the prompt is known. */
export function toResponses(step: ScriptedStep, model: string): readonly TimedResponse[] {
  if (step.blockReason !== undefined) {
    const response = { promptFeedback: { blockReason: step.blockReason }, modelVersion: model };
    return [{ delayMs: 0, response }];
  }
  const finishReason = toFinishReason(step);
  const finish = {
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(step.finishMessage === undefined ? {} : { finishMessage: step.finishMessage }),
  };
  const chunks = step.chunks ?? [];
  const last = lastSpoken(step);
  if (last === -1) {
    const pauses = chunks.map((chunk) => toTimed(chunk, undefined));
    if (finishReason === undefined) return pauses;
    const candidate = { content: { role: 'model' }, ...finish, index: 0 };
    return [...pauses, { delayMs: 0, response: { candidates: [candidate], modelVersion: model } }];
  }
  return chunks.map((chunk, n) => {
    if (isPause(chunk)) return toTimed(chunk, undefined);
    if (chunk.raw !== undefined) return toTimed(chunk, chunk.raw);
    const candidate = {
      content: { role: 'model', parts: toParts(chunk) },
      ...(n === last ? finish : {}),
      index: 0,
    };
    return toTimed(chunk, { candidates: [candidate], modelVersion: model });
  });
}

/** Returns the usage for the last response of the step, or undefined if it has none. */
export function toUsage(step: ScriptedStep, promptTokens: number): GenerateContentResponseUsageMetadata | undefined {
  if (!hasUsage(step)) return undefined;
  const parts = (step.chunks ?? []).flatMap(toParts);
  const thoughts = parts.filter((part) => part.thought === true);
  const thoughtTokens = toTokens(thoughts);
  const {
    promptTokenCount = promptTokens,
    candidatesTokenCount = toTokens(parts) - thoughtTokens,
    thoughtsTokenCount = thoughtTokens,
    ...given
  } = step.usage ?? {};
  return {
    promptTokenCount,
    candidatesTokenCount,
    ...(thoughtsTokenCount === 0 ? {} : { thoughtsTokenCount }),
    totalTokenCount: promptTokenCount + candidatesTokenCount + thoughtsTokenCount,
    ...given,
  };
}

/** Merges a stream into the single response of a call without streaming. */
export function mergeResponses(responses: readonly WireResponse[]): WireResponse {
  const candidates = responses.flatMap(({ candidates: [first] = [] }) => first ?? []);
  if (candidates.length === 0) return Object.assign({}, ...responses) as WireResponse;
  const parts: Part[] = [];
  for (const part of candidates.flatMap(({ content }) => content?.parts ?? [])) {
    const before = parts.at(-1);
    if (before !== undefined && isPlain(before) && isPlain(part) && before.thought === part.thought) {
      parts[parts.length - 1] = { ...before, text: `${before.text ?? ''}${part.text ?? ''}` };
    } else parts.push(part);
  }
  const content = parts.length === 0 ? { role: 'model' } : { role: 'model', parts };
  const candidate = { ...(Object.assign({}, ...candidates) as WireCandidate), content };
  return { ...(Object.assign({}, ...responses) as WireResponse), candidates: [candidate] };
}

function hasUsage(step: ScriptedStep): boolean {
  if (step.usage === null || (step.usage === undefined && isBroken(step))) return false;
  return step.chunks?.[lastSpoken(step)]?.raw === undefined;
}

const CHARS_PER_TOKEN = 4;

/** Gemini's rule of thumb for the number of tokens in a text of this length. */
export const estimateTokens = (chars: number): number => Math.ceil(chars / CHARS_PER_TOKEN);

function toTokens(parts: readonly Part[]): number {
  const chars = parts.map(({ text, functionCall }) => text?.length ?? JSON.stringify(functionCall).length);
  return estimateTokens(chars.reduce((sum, length) => sum + length, 0));
}

const isPlain = (part: Part): boolean => part.text !== undefined && part.thoughtSignature === undefined;

const toTimed = (chunk: ScriptedChunk, response: WireResponse | undefined): TimedResponse => ({
  delayMs: chunk.delayMs ?? 0,
  response,
});

function toParts({ thought, text, calls = [] }: ScriptedChunk): Part[] {
  return [
    ...(thought === undefined ? [] : [{ ...toTextPart(thought), thought: true }]),
    ...(text === undefined ? [] : [toTextPart(text)]),
    ...calls.map(({ name, args = {}, id, signature }) => ({
      functionCall: { ...(id === undefined ? {} : { id }), name, args },
      ...(signature === undefined ? {} : { thoughtSignature: signature }),
    })),
  ];
}

function toTextPart(said: NonNullable<ScriptedChunk['text']>): Part {
  if (typeof said === 'string') return { text: said };
  return { text: said.text, ...(said.signature === undefined ? {} : { thoughtSignature: said.signature }) };
}
