import type { GenerateContentResponseUsageMetadata } from '@google/genai';
import type { TokenUsage } from '@bowline/protocol';

/** Converts token counts into the contract's format: thoughts count as thoughts, not as output. */
export function toUsage(usage: GenerateContentResponseUsageMetadata | undefined): TokenUsage | undefined {
  if (usage === undefined) return undefined;
  return {
    inputTokens: usage.promptTokenCount ?? 0,
    outputTokens: usage.candidatesTokenCount ?? 0,
    ...(usage.thoughtsTokenCount === undefined ? {} : { thoughtTokens: usage.thoughtsTokenCount }),
    ...(usage.cachedContentTokenCount === undefined ? {} : { cachedTokens: usage.cachedContentTokenCount }),
  };
}
