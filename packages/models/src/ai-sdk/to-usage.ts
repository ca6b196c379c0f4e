import type { GenerateContentResponseUsageMetadata } from '@google/genai';
import type { LanguageModelV4Usage } from '@ai-sdk/provider';

/** Converts usage to Gemini's counts: the prompt includes cached tokens, the answer excludes thoughts. */
export function toUsage({
  inputTokens,
  outputTokens,
}: LanguageModelV4Usage): GenerateContentResponseUsageMetadata | undefined {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return undefined;
  const prompt = inputTokens.total ?? 0;
  const output = outputTokens.total ?? 0;
  const thoughts = outputTokens.reasoning ?? 0;
  const cached = inputTokens.cacheRead ?? 0;
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: Math.max(0, output - thoughts),
    totalTokenCount: prompt + output,
    ...(cached === 0 ? {} : { cachedContentTokenCount: cached }),
    ...(thoughts === 0 ? {} : { thoughtsTokenCount: thoughts }),
  };
}
