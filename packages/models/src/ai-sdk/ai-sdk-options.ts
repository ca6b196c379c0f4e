/** The protocol of a provider; `openai` is the Responses API, `openai-chat` is Chat Completions. */
export type AiSdkKind = 'openai' | 'openai-chat' | 'anthropic' | 'openai-compatible';

/** Options for a provider that the AI SDK supports. */
export interface AiSdkOptions {
  /** The provider in `provider/model`; also marks this provider's signatures in the history. */
  readonly provider: string;
  readonly kind: AiSdkKind;
  readonly apiKey?: string | undefined;
  /**
   * Includes the version, as in `https://api.openai.com/v1`; required for `openai-compatible`, which has no default.
   */
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A `fetch` over our own HTTP layer, with its proxy and connection reuse. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}
