import { randomUUID } from 'node:crypto';
import type { SessionLog } from '@bowline/log';
import type { ModelClient } from '@bowline/models';
import { openAgent, type OpenAgent } from '@bowline/runtime';
import { nowhere, type TestAgentOptions } from './test-agent.ts';
import { testModels, unscreened } from './test-models.ts';

/** Opens the session as another process does, with any model. */
export async function openAgain(
  log: SessionLog,
  model: ModelClient,
  { tools = [], models, ...options }: Omit<TestAgentOptions, 'model'> = {},
): Promise<OpenAgent> {
  return await openAgent({
    log,
    model: testModels(model, models),
    instruction: () => 'You are a test.',
    tools,
    hostTools: [],
    workspace: nowhere,
    decide: async () => ({ verdict: 'allow' }),
    keepRule: async () => {},
    screen: unscreened,
    saveArtifact: async (name) => `/artifacts/${name}`,
    limits: { maxSteps: 50 },
    seams: { plugins: [], newId: randomUUID, onFault: () => {} },
    ...options,
  });
}
