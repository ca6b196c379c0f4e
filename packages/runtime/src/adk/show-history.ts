import { BaseLlmRequestProcessor, type Event, type InvocationContext, type LlmRequest } from '@google/adk';
import type { Content } from '@google/genai';

/** Passes the log's history to the model, instead of ADK's builder, which iterates over all of it in every step. */
export class ShowHistory extends BaseLlmRequestProcessor {
  readonly #contents: () => readonly Content[];

  constructor(contents: () => readonly Content[]) {
    super();
    this.#contents = contents;
  }

  override async *runAsync(context: InvocationContext, request: LlmRequest): AsyncGenerator<Event, void, void> {
    // After pausing for calls, ADK prepares one more request that it does not send.
    if (!context.endInvocation) request.contents = [...this.#contents()];
  }
}
