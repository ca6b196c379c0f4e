import type { Event } from '@google/adk';
import type { FunctionCall, GroundingMetadata } from '@google/genai';
import type { ContextUse, TokenUsage } from '@bowline/protocol';
import { fromGeminiPart, type AnswerPart, type NewRecord } from '@bowline/log';
import type { Tool } from '@bowline/tools';
import type { Workspace } from '@bowline/workspace';
import { planCalls } from '../state/plan-calls.ts';

/** What is needed to describe a call. */
export interface AnswerContext {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly hostTools: ReadonlySet<string>;
  readonly workspace: Workspace;
}

/** Converts an answer from ADK into records: the answer and its calls. */
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
  const content = [...(event.content?.parts ?? []).map(fromGeminiPart), ...toCitations(event.groundingMetadata)];
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

/** The pages that an answer cites. */
function toCitations({ groundingChunks = [] }: GroundingMetadata = {}): AnswerPart[] {
  return groundingChunks.flatMap(({ web }): AnswerPart[] => {
    if (typeof web?.uri !== 'string') return [];
    return [{ type: 'citation', uri: web.uri, ...(typeof web.title === 'string' ? { title: web.title } : {}) }];
  });
}
