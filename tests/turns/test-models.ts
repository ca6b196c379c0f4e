import { defaultRetryPolicy, ModelHealth, strategies, type ModelClient, type RetryPolicy } from '@bowline/models';
import type { AgentParts } from '@bowline/runtime';

type ModelParts = AgentParts['model'];

/** One request and no more: a test of anything else is not about retries. */
const noRetries: RetryPolicy = {
  ...defaultRetryPolicy,
  attempts: { busy: 1, busyInChain: 1, unreachable: 1, timeout: 1, invalid: 1, capacity: 1 },
  baseMs: 1,
};

/** As many requests as usual, without the waiting. */
export const quickRetries: RetryPolicy = { ...defaultRetryPolicy, baseMs: 1, maxMs: 2 };

/** Leaves nothing out: a test of anything else is not about screening. */
export const unscreened: AgentParts['screen'] = { strip: (text) => text, redact: (text) => text };

/** Models around a client; a test overrides only what it is about. */
export function testModels(client: ModelClient, parts: Partial<ModelParts> = {}): ModelParts {
  return {
    client,
    name: 'scripted',
    configs: {},
    health: new ModelHealth(),
    policy: noRetries,
    rules: { fallback: 'switch', onQuota: 'fail' },
    strategies,
    prices: {},
    ...parts,
  };
}
