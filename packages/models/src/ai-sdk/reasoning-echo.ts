import type { JSONObject } from '@ai-sdk/provider';

/** The one name under which the AI SDK sends thoughts back. */
const FIELD = 'reasoning_content';

/**
 * Whether a compatible provider wants its thoughts back, learned from how it names them.
 *
 * DeepSeek and those after it say `reasoning_content`, and refuse a history with calls that comes without it. Cerebras
 * and Groq say `reasoning`, and refuse a history that has `reasoning_content` in it. So it goes back only to those who
 * said it.
 */
export class ReasoningEcho {
  #isWanted = false;

  /** What signs a thought that is to go back; nothing for one that is not. */
  get metadata(): JSONObject {
    return this.#isWanted ? { field: FIELD } : {};
  }

  /** Has the AI SDK show us the chunks as they were sent; it tells of the two names as one. */
  readonly extractor = {
    extractMetadata: async () => undefined,
    createStreamExtractor: () => ({
      processChunk: (chunk: unknown): void => {
        this.#isWanted ||= hasThought(chunk);
      },
      buildMetadata: () => undefined,
    }),
  };

  /** Where one message has its thoughts, each with calls must have them, if only empty: DeepSeek refuses the rest. */
  complete(body: Record<string, unknown>): Record<string, unknown> {
    const messages: unknown = body['messages'];
    if (!Array.isArray(messages) || !messages.some((message) => isRecord(message) && FIELD in message)) return body;
    const completed = messages.map((message: unknown) =>
      isRecord(message) && message['tool_calls'] !== undefined ? { [FIELD]: '', ...message } : message,
    );
    return { ...body, messages: completed };
  }
}

function hasThought(chunk: unknown): boolean {
  const choices = isRecord(chunk) ? chunk['choices'] : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const delta = isRecord(choice) ? choice['delta'] : undefined;
  return isRecord(delta) && typeof delta[FIELD] === 'string' && delta[FIELD] !== '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
