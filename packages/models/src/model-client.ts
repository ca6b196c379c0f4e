import type {
  Content,
  GenerateContentConfig,
  GenerateContentResponseUsageMetadata,
  GroundingMetadata,
} from '@google/genai';

/** One question to a model. The contents are whole: a client keeps nothing between calls. */
export interface ModelRequest {
  readonly model: string;
  readonly contents: readonly Content[];
  readonly config: GenerateContentConfig;
}

/** A chunk of an answer off the wire, in Gemini's shapes for every provider. */
export interface ModelChunk {
  readonly content?: Content | undefined;
  readonly finishReason?: string | undefined;
  readonly finishMessage?: string | undefined;
  readonly usage?: GenerateContentResponseUsageMetadata | undefined;
  /** Set when the provider refused the prompt itself. */
  readonly blockReason?: string | undefined;
  /** What an answer that searched the web rests on. */
  readonly grounding?: GroundingMetadata | undefined;
}

/** One provider call, streamed. It throws `AgentError` with a `MODEL_*` code, and stops at once when aborted. */
export interface ModelClient {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk>;
}
