import { BaseLlm, type BaseLlmConnection, type Event, type LlmRequest, type LlmResponse } from '@google/adk';
import type { Content, FinishReason, GenerateContentResponseUsageMetadata } from '@google/genai';
import { AgentError, agentErrorCodeSchema } from '@bowline/protocol';
import type { ScreenedClient } from '@bowline/models';
import { AnswerBuilder } from './answer-builder.ts';

export interface AgentModelParts {
  /** Used if a request names no model. */
  readonly model: string;
  readonly client: ScreenedClient;
  readonly newCallId: () => string;
}

/**
 * A model client as ADK sees it: deltas as they arrive, then the complete answer.
 *
 * Never throws to ADK, which would turn an error into a bare message or reject the run. Instead, a failure is the last
 * response, with its code, its hint and whether a retry may help.
 */
export class AgentModel extends BaseLlm {
  readonly #parts: AgentModelParts;

  constructor(parts: AgentModelParts) {
    super({ model: parts.model });
    this.#parts = parts;
  }

  override async *generateContentAsync(
    llmRequest: LlmRequest,
    _stream?: boolean,
    abortSignal: AbortSignal = new AbortController().signal,
  ): AsyncGenerator<LlmResponse, void> {
    const answer = new AnswerBuilder(this.#parts.newCallId);
    const { labels: _, ...config } = llmRequest.config ?? {}; // ADK's own labels are for Vertex billing
    const request = { model: llmRequest.model ?? this.model, contents: llmRequest.contents, config };
    try {
      for await (const chunk of this.#parts.client.stream(request, abortSignal)) {
        const delta = answer.take(chunk);
        // A call in a partial response would end the step before the answer is complete.
        if (delta.length > 0) yield { content: { role: 'model', parts: delta }, partial: true };
      }
      const { content, finishReason, usage, grounding } = answer.finish({
        mayBeEmpty: isToolResponse(llmRequest.contents.at(-1)),
      });
      yield {
        // ADK drops an answer without parts, including its finish reason, unless it has no content but some usage.
        ...(content.parts?.length === 0
          ? { usageMetadata: usage ?? {} }
          : { content, ...(usage === undefined ? {} : { usageMetadata: usage }) }),
        ...(grounding === undefined ? {} : { groundingMetadata: grounding }),
        partial: false,
        turnComplete: true,
        // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- providers' words are an open set, ADK's enum is the list of one day
        finishReason: finishReason as FinishReason,
      };
    } catch (thrown) {
      yield toFailure(AgentError.from(thrown), answer.usage);
    }
  }

  override async connect(): Promise<BaseLlmConnection> {
    throw new AgentError('INTERNAL', 'Live connections are not supported');
  }
}

/** After a tool result, the model may have nothing left to say. */
function isToolResponse(content: Content | undefined): boolean {
  return content?.parts?.some((part) => part.functionResponse !== undefined) === true;
}

function toFailure(error: AgentError, usage: GenerateContentResponseUsageMetadata | undefined): LlmResponse {
  return {
    errorCode: error.code,
    errorMessage: error.message,
    customMetadata: { ...error.facts },
    ...(usage === undefined ? {} : { usageMetadata: usage }),
  };
}

/** The error that `AgentModel` passed to ADK as a response, or that ADK or a plugin created. */
export function fromFailure({ errorCode, errorMessage, customMetadata }: Event): AgentError {
  const code = agentErrorCodeSchema.safeParse(errorCode).data ?? 'INTERNAL';
  const message = errorMessage ?? `The model failed: ${errorCode ?? 'no reason given'}`;
  return new AgentError(code, message, customMetadata ?? {});
}
