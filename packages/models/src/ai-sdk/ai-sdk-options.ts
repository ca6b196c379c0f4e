/** Which protocol a provider speaks; `openai` is its Responses API, `openai-chat` its Chat Completions. */
export type AiSdkKind = 'openai' | 'openai-chat' | 'anthropic' | 'openai-compatible';

/** How to reach a provider that the AI SDK knows how to talk to. */
export interface AiSdkOptions {
  /** As in `provider/model`; also marks this provider's signatures in the history. */
  readonly provider: string;
  readonly kind: AiSdkKind;
  readonly apiKey?: string | undefined;
  /** With the version in it, as in `https://api.openai.com/v1`; `openai-compatible` has none of its own. */
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** HTTP as our own layer does it: proxy, kept connections. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}
