export { openGeminiClient, type GeminiOptions } from './gemini/gemini-client.ts';
export type { ModelChunk, ModelClient, ModelRequest } from './model-client.ts';
