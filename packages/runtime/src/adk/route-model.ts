import { BaseLlmRequestProcessor, type Event, type InvocationContext, type LlmRequest } from '@google/adk';
import type { Content } from '@google/genai';
import type { ResolvedConfig } from '@bowline/models';
import { withoutParameters } from './generation-config.ts';

/** Selects the model and its config. */
export type ChooseModel = (contents: readonly Content[], signal: AbortSignal) => Promise<ResolvedConfig>;

const never = new AbortController().signal;

/**
 * Sets the model of this sequence and its config in the request, before ADK prepares tools for it.
 *
 * Runs for every request, so that a retry with another model has that model's config and tools. The `GenerationConfig`
 * plugin sets temperature and similar values; thinking is set only here.
 */
export class RouteModel extends BaseLlmRequestProcessor {
  readonly #choose: ChooseModel;

  constructor(choose: ChooseModel) {
    super();
    this.#choose = choose;
  }

  override async *runAsync(context: InvocationContext, request: LlmRequest): AsyncGenerator<Event, void, void> {
    // After pausing for calls, ADK prepares one more request that it does not send.
    if (context.endInvocation) return;
    const { model, config } = await this.#choose(request.contents, context.abortSignal ?? never);
    request.model = model;
    request.config = { ...request.config, ...withoutParameters(config) };
  }
}
