import type { ThinkingConfig } from '@google/genai';
import type { JSONObject, LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import { unreachable } from '@bowline/protocol';
import type { AiSdkKind } from './ai-sdk-options.ts';

/** The thinking that a request asks for. */
export interface ThinkingWish {
  readonly kind: AiSdkKind;
  readonly model: string;
  readonly config: ThinkingConfig | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly prompt: readonly LanguageModelV4Message[];
}

/** The thinking options in the format of a kind. */
export interface Thinking {
  /** The AI SDK knows which of these an OpenAI model supports, and sends the nearest. */
  readonly reasoning?: Exclude<LanguageModelV4CallOptions['reasoning'], undefined>;
  readonly providerOptions?: JSONObject;
  readonly maxOutputTokens?: number | undefined;
}

type Effort = 'none' | 'minimal' | 'low' | 'medium' | 'high';

/** Converts Gemini's budget or level for another provider. Unset values are left to the provider. */
export function toThinking(wish: ThinkingWish): Thinking {
  const { kind, model, config, maxOutputTokens } = wish;
  const effort = effortOf(config);
  const asIs = { maxOutputTokens };
  switch (kind) {
    case 'openai':
      return { ...asIs, ...toReasoning(effort, model), providerOptions: { reasoningSummary: summaryOf(config) } };
    case 'openai-chat':
      return isReasoning.test(model) ? { ...asIs, ...toReasoning(effort, model) } : asIs;
    case 'openai-compatible':
      return { ...asIs, ...(effort === undefined ? {} : { reasoning: effort === 'minimal' ? 'low' : effort }) };
    case 'anthropic':
      return isAdaptive(model) ? { ...asIs, ...toAdaptive(effort, config) } : toBudget(wish);
    default:
      return unreachable(kind);
  }
}

/** Chat Completions sends an effort to any model, and a model without reasoning rejects the request. */
const isReasoning = /^(?:o\d|gpt-(?:[5-9]|[1-9]\d)(?!.*chat))/;
/** Models whose lowest effort the AI SDK does not know. */
const isAtLeastLow = /^o\d|codex/;

function toReasoning(effort: Effort | undefined, model: string): Thinking {
  if (effort === undefined) return {};
  return { reasoning: isAtLeastLow.test(model) && (effort === 'none' || effort === 'minimal') ? 'low' : effort };
}

/** Null, not undefined: by default the AI SDK requests detailed summaries, which not every organization may use. */
function summaryOf(config: ThinkingConfig | undefined): string | null {
  return config?.includeThoughts === true ? 'auto' : null;
}

function toAdaptive(effort: Effort | undefined, config: ThinkingConfig | undefined): Thinking {
  if (effort === 'none') return { providerOptions: { thinking: { type: 'disabled' } } };
  if (
    config === undefined ||
    (effort === undefined && config.includeThoughts !== true && config.thinkingBudget === undefined)
  )
    return {};
  const display = config.includeThoughts === true ? 'summarized' : 'omitted';
  return {
    providerOptions: {
      thinking: { type: 'adaptive', display },
      ...(effort === undefined ? {} : { effort: effort === 'minimal' ? 'low' : effort }),
    },
  };
}

const LEAST_BUDGET = 1024;
const LEAST_ANSWER = 1024;

/**
 * A token budget, which the AI SDK adds to the output limit, while Gemini includes it. It must be smaller than the
 * limit; if there is no room for both, thinking is disabled.
 */
function toBudget({ config, maxOutputTokens, prompt }: ThinkingWish): Thinking {
  const wished = budgetOf(config);
  if (wished === undefined) return { maxOutputTokens };
  const room = maxOutputTokens === undefined ? Infinity : maxOutputTokens - LEAST_ANSWER;
  const budgetTokens = Math.min(Math.max(wished, LEAST_BUDGET), room);
  if (wished === 0 || budgetTokens < LEAST_BUDGET || continuesUnsigned(prompt))
    return { maxOutputTokens, providerOptions: { thinking: { type: 'disabled' } } };
  return {
    maxOutputTokens: maxOutputTokens === undefined ? undefined : maxOutputTokens - budgetTokens,
    providerOptions: { thinking: { type: 'enabled', budgetTokens } },
  };
}

/**
 * Whether the calls of the current batch came without signed thoughts, for example because another model began the
 * turn. Anthropic then rejects thinking with a budget.
 */
function continuesUnsigned(prompt: readonly LanguageModelV4Message[]): boolean {
  const last = prompt.findLast((message) => message.role === 'assistant');
  const content = last?.content ?? [];
  return content.some((part) => part.type === 'tool-call') && content[0]?.type !== 'reasoning';
}

/**
 * From 4.6 on, Claude decides on its own how much to think. A version that cannot be parsed is assumed to do the same.
 */
function isAdaptive(model: string): boolean {
  if (!model.includes('claude-')) return false;
  const found = /claude-(?:[a-z]+-)?(\d+)(?:[-.](\d{1,2})(?!\d))?/.exec(model);
  if (found === null) return true;
  const [major, minor] = [Number(found[1]), Number(found[2] ?? 0)];
  return major > 4 || (major === 4 && minor >= 6);
}

interface Amount {
  readonly effort: Effort;
  readonly budget: number;
}

const levels: Readonly<Partial<Record<string, Amount>>> = {
  MINIMAL: { effort: 'minimal', budget: 1024 },
  LOW: { effort: 'low', budget: 4096 },
  MEDIUM: { effort: 'medium', budget: 8192 },
  HIGH: { effort: 'high', budget: 16_384 },
};
/** The default of Gemini 2.5. */
const SOME_BUDGET = 8192;

function effortOf(config: ThinkingConfig | undefined): Effort | undefined {
  const { thinkingBudget: budget, thinkingLevel } = config ?? {};
  if (thinkingLevel !== undefined) return levels[thinkingLevel]?.effort;
  if (budget === undefined || budget < 0) return undefined;
  if (budget === 0) return 'none';
  if (budget <= 1024) return 'minimal';
  if (budget <= 4096) return 'low';
  return budget <= 16_384 ? 'medium' : 'high';
}

function budgetOf(config: ThinkingConfig | undefined): number | undefined {
  const { thinkingBudget: budget, thinkingLevel } = config ?? {};
  if (thinkingLevel !== undefined) return levels[thinkingLevel]?.budget;
  return budget !== undefined && budget < 0 ? SOME_BUDGET : budget;
}
