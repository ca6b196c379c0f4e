import type { Event } from '@google/adk';
import type { FunctionCall, GenerateContentResponseUsageMetadata } from '@google/genai';
import type { ContextUse, JsonObject, TokenUsage } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import type { Tool, ToolHost } from '@bowline/tools';
import { planCalls } from '../dispatch/plan-calls.ts';

/** What is needed to say what a call is. */
export interface AnswerContext {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly hostTools: ReadonlySet<string>;
  readonly host: ToolHost;
}

/** An answer as ADK gives it, as the records that keep it: the answer and its calls. */
export function toAnswerRecords(
  event: Event,
  context: AnswerContext & {
    readonly messageId: string;
    readonly model: string;
    readonly seen: number;
    readonly usage: TokenUsage | undefined;
    readonly context: ContextUse | undefined;
  },
): NewRecord[] {
  const { messageId, model, seen, usage, context: use } = context;
  const content = (event.content ?? { role: 'model', parts: [] }) as JsonObject;
  const finishReason = event.finishReason;
  const answer: NewRecord = {
    type: 'model_answered',
    body: {
      messageId,
      model,
      content,
      ...(seen > 0 ? { seen } : {}),
      ...(finishReason === undefined ? {} : { finishReason }),
      ...(usage === undefined ? {} : { usage }),
      ...(use === undefined ? {} : { context: use }),
    },
  };
  const calls = (event.content?.parts ?? []).flatMap((part): FunctionCall[] =>
    part.functionCall === undefined ? [] : [part.functionCall],
  );
  return [answer, ...planCalls(calls, context)];
}

/** Token counts as the contract has them: what was thought counts as thought, not as output. */
export function toUsage(usage: GenerateContentResponseUsageMetadata | undefined): TokenUsage | undefined {
  if (usage === undefined) return undefined;
  return {
    inputTokens: usage.promptTokenCount ?? 0,
    outputTokens: usage.candidatesTokenCount ?? 0,
    ...(usage.thoughtsTokenCount === undefined ? {} : { thoughtTokens: usage.thoughtsTokenCount }),
    ...(usage.cachedContentTokenCount === undefined ? {} : { cachedTokens: usage.cachedContentTokenCount }),
  };
}
