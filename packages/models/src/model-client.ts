import type {
  Content,
  GenerateContentConfig,
  GenerateContentResponseUsageMetadata,
  GroundingMetadata,
} from '@google/genai';

/** One request to a model. The contents are complete: a client keeps no state between calls. */
export interface ModelRequest {
  readonly model: string;
  readonly contents: readonly Content[];
  readonly config: GenerateContentConfig;
}

/** A chunk of an answer, in Gemini's format for every provider. */
export interface ModelChunk {
  readonly content?: Content | undefined;
  readonly finishReason?: string | undefined;
  readonly finishMessage?: string | undefined;
  readonly usage?: GenerateContentResponseUsageMetadata | undefined;
  /** Set if the provider refused the prompt itself. */
  readonly blockReason?: string | undefined;
  /** The sources of an answer that searched the web. */
  readonly grounding?: GroundingMetadata | undefined;
}

/** One streamed provider call. Throws `AgentError` with a `MODEL_*` code, and stops at once when aborted. */
export interface ModelClient {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk>;
}
