import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type SessionLog, type SessionStore } from '@bowline/log';
import { openAgent, type AgentParts, type OpenAgent } from '@bowline/runtime';
import { owner, started } from '@bowline/testkit';
import type { Tool } from '@bowline/tools';
import type { Workspace } from '@bowline/workspace';
import type { ModelClient } from '@bowline/models';
import { testModels, unscreened } from './test-models.ts';

/** An agent on its own store, with the parts that a test may need. */
export interface TestAgent {
  readonly agent: OpenAgent;
  readonly store: SessionStore;
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** What a test can set; the rest has quiet defaults. */
export interface TestAgentOptions extends Partial<Omit<AgentParts, 'model' | 'tools' | 'log'>> {
  readonly model: ModelClient;
  readonly models?: Partial<AgentParts['model']> | undefined;
  readonly tools?: readonly Tool[];
}

/** An empty host. */
export const nowhere = {
  root: '/workspace',
  directories: [],
  files: {
    info: async () => undefined,
    read: async () => undefined,
    write: async () => {},
    list: async () => undefined,
    realPath: async (path) => path,
  },
  commands: {
    start: async () => {
      throw new Error('this host runs no commands');
    },
    find: async () => undefined,
    background: async () => [],
    recent: async () => '',
  },
  search: { files: async () => [], text: async () => ({ matches: [], withheld: [], isTooSlow: false }) },
} satisfies Workspace;

/** A complete agent; a test overrides only the relevant parts. */
export async function testAgent(options: TestAgentOptions): Promise<TestAgent> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  const store = openStore({ root: join(folder, 'sessions') });
  const log = await store.open('s1', { owner, create: true });
  await log.append([started('s1')]);
  const agent = await openTestAgent(log, options);
  return {
    agent,
    store,
    folder,
    close: async () => {
      await agent.abort();
      await agent.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same agent on a log that is already open. */
export async function openTestAgent(
  log: SessionLog,
  { model, models, tools = [], ...parts }: TestAgentOptions,
): Promise<OpenAgent> {
  let id = 0;
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
    seams: { plugins: [], newId: () => `id${(id += 1)}`, onFault: () => {} },
    ...parts,
  });
}
