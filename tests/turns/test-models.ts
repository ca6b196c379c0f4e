import { defaultRetryPolicy, ModelHealth, strategies, type ModelClient, type RetryPolicy } from '@bowline/models';
import type { AgentParts } from '@bowline/runtime';

type ModelParts = AgentParts['model'];

/** A single attempt, for tests that are not about retries. */
const noRetries: RetryPolicy = {
  ...defaultRetryPolicy,
  attempts: { busy: 1, busyInChain: 1, unreachable: 1, timeout: 1, invalid: 1, capacity: 1 },
  baseMs: 1,
};

/** The usual number of attempts, almost without delay. */
export const quickRetries: RetryPolicy = { ...defaultRetryPolicy, baseMs: 1, maxMs: 2 };

/** Removes nothing, for tests that are not about screening. */
export const unscreened: AgentParts['screen'] = { strip: (text) => text, redact: (text) => text };

/** Models for a client; a test overrides only the relevant parts. */
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
