import type { JSONObject } from '@ai-sdk/provider';

/** The only field in which the AI SDK sends thoughts back. */
const FIELD = 'reasoning_content';

/**
 * Whether a compatible provider requires its thoughts back, detected from the field that it uses for them.
 *
 * DeepSeek and its imitators use `reasoning_content` and reject a history with calls that lacks it. Cerebras and Groq
 * use `reasoning` and reject a history with `reasoning_content`. So thoughts are sent back only to providers that used
 * that field.
 */
export class ReasoningEcho {
  #isWanted = false;

  /** The metadata of a thought that must be sent back; otherwise empty. */
  get metadata(): JSONObject {
    return this.#isWanted ? { field: FIELD } : {};
  }

  /** Gives access to the raw chunks, because the AI SDK does not distinguish the two fields. */
  readonly extractor = {
    extractMetadata: async () => undefined,
    createStreamExtractor: () => ({
      processChunk: (chunk: unknown): void => {
        this.#isWanted ||= hasThought(chunk);
      },
      buildMetadata: () => undefined,
    }),
  };

  /**
   * If one message has thoughts, adds an empty field to each message with calls: DeepSeek rejects a history without it.
   */
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
