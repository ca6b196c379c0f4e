import { defaultMasking } from '@bowline/context';
import { openStore, type LogRecord, type SessionLog, type SessionStore } from '@bowline/log';
import type { ModelClient } from '@bowline/models';
import { AgentError } from '@bowline/protocol';
import { openAgent, type OpenAgent } from '@bowline/runtime';
import { started } from '@bowline/testkit';
import { builtInTools, defineTool, succeed, type Tool, type ToolOutcome } from '@bowline/tools';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { nowhere } from '../../tests/turns/test-agent.ts';
import { testModels, unscreened } from '../../tests/turns/test-models.ts';
import type { Moments } from './context-moments.ts';
import {
  effectOf,
  instructionOf,
  isOffered,
  MASKING,
  MEMORY,
  pageText,
  SESSION,
  WINDOW,
  type ContextPlaces,
} from './context-script.ts';

/**
 * Deliberately broken agents that show that the check can fail: each one ignores one type of record, as if it had only
 * been in memory.
 */
export type WrongReader = 'forgetsDrafts' | 'forgetsWords' | 'forgetsMasks' | 'forgetsModes' | 'forgetsSummaries';

const forgotten: Readonly<Record<WrongReader, LogRecord['type']>> = {
  forgetsDrafts: 'compaction_drafted',
  forgetsWords: 'steering_message',
  forgetsMasks: 'context_masked',
  forgetsModes: 'mode_changed',
  forgetsSummaries: 'context_compacted',
};

/** Who opens the session, and how. */
export interface ContextOpening {
  readonly places: ContextPlaces;
  readonly name: string;
  readonly moments: Moments;
  readonly client: ModelClient;
  /** A tool has started to work in this step. */
  readonly onTool: (step: number) => Promise<void>;
  readonly wrong?: WrongReader | undefined;
}

/** An open session. */
export interface ContextAgent {
  readonly agent: OpenAgent;
  readonly log: SessionLog;
  readonly close: () => Promise<void>;
}

let made = 0;

/** Opens the session of a round on the real runtime, or creates it if nothing of it exists. */
export async function openContext(opening: ContextOpening): Promise<ContextAgent> {
  const { places, name, moments, wrong } = opening;
  const store = openStore({ root: places.sessions });
  const log = await openLog(store, name);
  watch(log, opening);
  if (log.head.seq === 0) await log.append([started(SESSION)]);
  const agent = await openAgent({
    log: wrong === undefined ? log : forget(log, forgotten[wrong]),
    model: testModels(opening.client),
    instruction: instructionOf,
    tools: createTools(opening),
    isOffered: (tool, mode) => isOffered(tool.name, mode),
    hostTools: [],
    workspace: nowhere,
    decide: async (call) => ({ verdict: call.name === 'exit_plan_mode' ? 'ask' : 'allow' }),
    keepRule: async () => {},
    screen: unscreened,
    saveArtifact: async (file, text) => saveArtifact(join(places.artifacts, file), text, moments),
    memoryFor: async (_, loaded) => (loaded.includes(MEMORY.path) ? [] : [MEMORY]),
    context: { windows: { scripted: WINDOW }, masking: { ...defaultMasking, ...MASKING } },
    limits: { maxSteps: 100 },
    seams: { plugins: [], newId: () => `${name}-${(made += 1)}`, onFault: () => {} },
  });
  const close = async (): Promise<void> => {
    await agent.close();
    await store.close();
  };
  return { agent, log, close };
}

async function openLog(store: SessionStore, name: string): Promise<SessionLog> {
  const owner = { pid: process.pid, host: 'here', name };
  try {
    return await store.open(SESSION, { owner });
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'SESSION_NOT_FOUND') throw thrown;
    return await store.open(SESSION, { owner, create: true });
  }
}

/** Records every acknowledgment of this log, and passes the moments before and after it. */
function watch(log: SessionLog, { moments, places }: ContextOpening): void {
  const append = log.append.bind(log);
  const saveSnapshot = log.saveSnapshot.bind(log);
  log.append = async (...args) => {
    const what = args[0].map(({ type }) => type).join('+');
    moments.pass(`before ${what}`);
    const records = await append(...args);
    moments.pass(`durable ${what}`);
    appendFileSync(places.acks, records.map(({ seq, hash }) => `${seq} ${hash}\n`).join(''));
    return records;
  };
  log.saveSnapshot = async (snapshot) => {
    await saveSnapshot(snapshot);
    moments.pass('snapshot');
  };
}

/** Writes a file in place, as a local session does; a kill may hit the middle of the write. */
function saveArtifact(path: string, text: string, moments: Moments): string {
  moments.pass('before file');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text.slice(0, text.length / 2));
  moments.pass('within file');
  writeFileSync(path, text);
  moments.pass('after file');
  return path;
}

function createTools({ places, moments, onTool }: ContextOpening): Tool[] {
  const input = z.object({ step: z.number(), part: z.number(), path: z.string().optional() });
  const tool = (name: string, effect: Tool['effect'], run: (step: number, part: number) => string): Tool =>
    defineTool({
      name,
      description: `The ${name} of the archive.`,
      effect,
      input,
      run: async ({ step, part }): Promise<ToolOutcome> => {
        await onTool(step);
        return succeed(run(step, part));
      },
    });
  const write = (step: number): string => {
    moments.pass('before effect');
    appendFileSync(places.effects, `${effectOf(step)}\n`);
    moments.pass('after effect');
    return `step ${step} was written`;
  };
  const own = [tool('page', 'read', pageText), tool('write', 'write', write), tool('look', 'read', () => 'fog')];
  return [...own, ...builtInTools.filter(({ name }) => name.endsWith('_plan_mode'))];
}

/** The log without one type of record. */
function forget(log: SessionLog, type: LogRecord['type']): SessionLog {
  const read = log.read.bind(log);
  log.read = async function* (range) {
    for await (const record of read(range)) if (record.type !== type) yield record;
  };
  log.snapshot = async () => undefined;
  return log;
}
