import { ThinkingLevel, type ThinkingConfig } from '@google/genai';
import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import type { AiSdkKind } from './ai-sdk-options.ts';
import { toThinking } from './to-thinking.ts';

const ask = (kind: AiSdkKind, model: string, config: ThinkingConfig | undefined) =>
  toThinking({ kind, model, config, maxOutputTokens: undefined, prompt: [] });

const HIGH = { thinkingLevel: ThinkingLevel.HIGH };
const MINIMAL = { thinkingLevel: ThinkingLevel.MINIMAL };

describe('for OpenAI, toThinking', () => {
  test.each<[AiSdkKind, string, ThinkingConfig | undefined, string | undefined]>([
    ['openai', 'gpt-5', undefined, undefined],
    ['openai', 'gpt-5', { includeThoughts: true }, undefined],
    ['openai', 'gpt-5', { thinkingBudget: -1 }, undefined],
    ['openai', 'gpt-5', { thinkingBudget: 0 }, 'none'],
    ['openai', 'gpt-5', { thinkingBudget: 512 }, 'minimal'],
    ['openai', 'gpt-5', { thinkingBudget: 4096 }, 'low'],
    ['openai', 'gpt-5', { thinkingBudget: 8192 }, 'medium'],
    ['openai', 'gpt-5', { thinkingBudget: 32_768 }, 'high'],
    ['openai', 'gpt-5', HIGH, 'high'],
    ['openai', 'gpt-5', MINIMAL, 'minimal'],
    ['openai', 'o3', MINIMAL, 'low'],
    ['openai', 'gpt-5-codex', { thinkingBudget: 0 }, 'low'],
    ['openai-chat', 'gpt-5', HIGH, 'high'],
    ['openai-chat', 'o4-mini', HIGH, 'high'],
    ['openai-chat', 'gpt-4.1', HIGH, undefined],
    ['openai-chat', 'gpt-5-chat-latest', HIGH, undefined],
    ['openai-compatible', 'qwen', HIGH, 'high'],
    ['openai-compatible', 'qwen', MINIMAL, 'low'],
    ['openai-compatible', 'qwen', undefined, undefined],
  ])('(%s %s %j) sets effort %s', (...[kind, model, config, effort]) => {
    expect(ask(kind, model, config).reasoning).toBe(effort);
  });

  test('requests summaries only if thoughts are included', () => {
    expect(ask('openai', 'gpt-5', { includeThoughts: true }).providerOptions).toEqual({ reasoningSummary: 'auto' });
    expect(ask('openai', 'gpt-5', HIGH).providerOptions).toEqual({ reasoningSummary: null });
  });
});

describe('for Claude, toThinking sets a budget up to 4.5 and an effort from 4.6 on', () => {
  const disabled = { thinking: { type: 'disabled' } };
  const enabled = (budgetTokens: number) => ({ thinking: { type: 'enabled', budgetTokens } });
  const adaptive = (display: string, effort?: string) => ({
    thinking: { type: 'adaptive', display },
    ...(effort === undefined ? {} : { effort }),
  });
  test.each<[string, ThinkingConfig | undefined, object | undefined]>([
    ['claude-sonnet-4-5', undefined, undefined],
    ['claude-sonnet-4-5', { includeThoughts: true }, undefined],
    ['claude-sonnet-4-5', { thinkingBudget: 0 }, disabled],
    ['claude-sonnet-4-5', { thinkingBudget: 100 }, enabled(1024)],
    ['claude-sonnet-4-5', { thinkingBudget: -1 }, enabled(8192)],
    ['claude-sonnet-4-20250514', HIGH, enabled(16_384)],
    ['claude-3-7-sonnet-20250219', HIGH, enabled(16_384)],
    ['MiniMax-M2', HIGH, enabled(16_384)],
    ['claude-sonnet-4-6', undefined, undefined],
    ['claude-sonnet-4-6', { includeThoughts: true }, adaptive('summarized')],
    ['claude-opus-4.6', { ...HIGH, includeThoughts: true }, adaptive('summarized', 'high')],
    ['claude-opus-5', MINIMAL, adaptive('omitted', 'low')],
    ['claude-opus-5', { thinkingBudget: -1 }, adaptive('omitted')],
    ['claude-opus-5', { thinkingBudget: 0 }, disabled],
    ['claude-next', { thinkingBudget: 8192 }, adaptive('omitted', 'medium')],
  ])('(%s %j)', (model, config, options) => {
    expect(ask('anthropic', model, config).providerOptions).toEqual(options);
  });

  test.each([
    [undefined, enabled(8192), undefined],
    [20_000, enabled(8192), 11_808],
    [4096, enabled(3072), 1024],
    [1024, disabled, 1024],
  ])('within a limit of %s for thoughts and answer together', (maxOutputTokens, providerOptions, left) => {
    const config = { thinkingBudget: 8192 };
    const thinking = toThinking({ kind: 'anthropic', model: 'claude-sonnet-4-5', config, maxOutputTokens, prompt: [] });
    expect(thinking).toEqual({ providerOptions, maxOutputTokens: left });
  });

  const call = { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: {} } as const;
  const thought = { type: 'reasoning', text: 'hm' } as const;
  test.each<[string, LanguageModelV4Message[], object]>([
    ['without thoughts', [{ role: 'assistant', content: [call] }], disabled],
    ['with thoughts', [{ role: 'assistant', content: [thought, call] }], enabled(8192)],
  ])('for a batch of calls %s', (_, prompt, options) => {
    const config = { thinkingBudget: 8192 };
    const wish = { kind: 'anthropic', model: 'claude-sonnet-4-5', config, maxOutputTokens: undefined, prompt } as const;
    expect(toThinking(wish).providerOptions).toEqual(options);
  });
});
