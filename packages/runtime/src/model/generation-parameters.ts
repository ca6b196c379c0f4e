import type { GenerateContentConfig } from '@google/genai';

/** The parameters of a request that a model's configuration sets. */
export const GENERATION_PARAMETERS = ['temperature', 'topP', 'topK', 'maxOutputTokens'] as const;

export type GenerationParameters = Pick<GenerateContentConfig, (typeof GENERATION_PARAMETERS)[number]>;
