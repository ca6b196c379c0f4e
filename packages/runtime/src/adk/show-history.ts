import { BaseLlmRequestProcessor, type Event, type InvocationContext, type LlmRequest } from '@google/adk';
import type { Content } from '@google/genai';

/** Gives the model the history as the log has it, in place of ADK's builder, which goes through all of it every step. */
export class ShowHistory extends BaseLlmRequestProcessor {
  readonly #contents: () => readonly Content[];

  constructor(contents: () => readonly Content[]) {
    super();
    this.#contents = contents;
  }

  override async *runAsync(context: InvocationContext, request: LlmRequest): AsyncGenerator<Event, void, void> {
    // After a pause on calls ADK prepares one more request and does not send it.
    if (!context.endInvocation) request.contents = [...this.#contents()];
  }
}
