import { BaseLlmRequestProcessor, type Event, type InvocationContext, type LlmRequest } from '@google/adk';

/** Puts the model of this sequence into the request, before ADK prepares tools for it. */
export class SelectModel extends BaseLlmRequestProcessor {
  readonly #model: () => string;

  constructor(model: () => string) {
    super();
    this.#model = model;
  }

  override async *runAsync(_context: InvocationContext, request: LlmRequest): AsyncGenerator<Event, void, void> {
    request.model = this.#model();
  }
}
