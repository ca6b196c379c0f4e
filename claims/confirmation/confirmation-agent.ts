import { openStore, type LogRecord, type SessionLog, type SessionStore } from '@bowline/log';
import { AgentError } from '@bowline/protocol';
import { openAgent, type AgentParts, type OpenAgent } from '@bowline/runtime';
import { started } from '@bowline/testkit';
import { defineTool, succeed, type Tool } from '@bowline/tools';
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { nowhere } from '../../tests/turns/test-agent.ts';
import { testModels, unscreened } from '../../tests/turns/test-models.ts';
import {
  confirmationModel,
  decideBy,
  effectOf,
  readLines,
  SESSION,
  type ConfirmationPlaces,
} from './confirmation-script.ts';

/**
 * Deliberately broken agents that show that the check can fail: each one ignores one type of record, as if it had only
 * been in memory, and so reruns unfinished calls, accepts a second answer, or asks again.
 */
export type Wrong = 'reruns' | 'forgetsAnswers' | 'forgetsQuestions';

const forgotten: Readonly<Record<Wrong, readonly LogRecord['type'][]>> = {
  reruns: ['tool_started'],
  forgetsAnswers: ['input_resolved'],
  forgetsQuestions: ['input_requested', 'tool_decided'],
};

/** Who opens the session, and how. */
export interface ConfirmationOpening {
  readonly places: ConfirmationPlaces;
  readonly name: string;
  /** The id of the session, if it is not the one with the question. */
  readonly sessionId?: string | undefined;
  /** The file for acknowledged records. */
  readonly acks?: string | undefined;
  /**
   * If another process holds the session, `never` fails and `busy` takes it over; `always` takes it over in any case.
   */
  readonly takeover: 'never' | 'busy' | 'always';
  readonly onEffect?: (() => void) | undefined;
  readonly wrong?: Wrong | undefined;
  readonly parts?: Partial<AgentParts> | undefined;
}

/** An open session with a question in it. */
export interface ConfirmationAgent {
  readonly agent: OpenAgent;
  readonly log: SessionLog;
  readonly isTakenOver: boolean;
  readonly close: () => Promise<void>;
}

let made = 0;

/** Opens the session of a round on the real runtime, or creates it if nothing of it exists. */
export async function openConfirmation(opening: ConfirmationOpening): Promise<ConfirmationAgent> {
  const { places, wrong, name, parts, acks } = opening;
  const store = openStore({ root: places.sessions });
  const { log, isTakenOver } = await openLog(store, opening);
  if (acks !== undefined) noteAcksOf(log, acks);
  if (log.head.seq === 0) await log.append([started(SESSION)]);
  const agent = await openAgent({
    log: wrong === undefined ? log : forget(log, forgotten[wrong]),
    model: testModels(confirmationModel),
    instruction: () => 'You are a test.',
    tools: createTools(places, opening.onEffect),
    hostTools: [{ name: 'hosted', description: 'by the host', parameters: { type: 'object' } }],
    workspace: nowhere,
    decide: decideBy(places),
    keepRule: ({ rule }) => keepRule(places, rule),
    screen: unscreened,
    saveArtifact: async (file) => file,
    limits: { maxSteps: 10 },
    seams: { plugins: [], newId: () => `${name}-${(made += 1)}`, onFault: () => {} },
    ...parts,
  });
  const close = async (): Promise<void> => {
    await agent.close();
    await store.close();
  };
  return { agent, log, isTakenOver, close };
}

async function openLog(
  store: SessionStore,
  { name, takeover, sessionId = SESSION }: ConfirmationOpening,
): Promise<{ readonly log: SessionLog; readonly isTakenOver: boolean }> {
  const owner = { pid: process.pid, host: 'here', name };
  try {
    const isTakenOver = takeover === 'always';
    return { log: await store.open(sessionId, { owner, takeover: isTakenOver }), isTakenOver };
  } catch (thrown) {
    const { code } = AgentError.from(thrown);
    if (code === 'SESSION_NOT_FOUND')
      return { log: await store.open(sessionId, { owner, create: true }), isTakenOver: false };
    if (code !== 'SESSION_BUSY' || takeover !== 'busy') throw thrown;
    return { log: await store.open(sessionId, { owner, takeover: true }), isTakenOver: true };
  }
}

/** Stores a rule as a line of a file, once. */
async function keepRule({ rules }: ConfirmationPlaces, rule: string): Promise<void> {
  await delay(1);
  if (!readLines(rules).includes(rule)) appendFileSync(rules, `${rule}\n`);
  await delay(1);
}

function createTools({ effects }: ConfirmationPlaces, onEffect: (() => void) | undefined): Tool[] {
  const tool = (name: string, effect: Tool['effect']): Tool =>
    defineTool({
      name,
      description: 'Appends a line to the file of effects.',
      effect,
      input: z.object({ text: z.string() }),
      run: async ({ text }) => {
        await delay(1);
        appendFileSync(effects, `${effectOf(name, text)}\n`);
        onEffect?.();
        await delay(1);
        return succeed(`${text} was appended`);
      },
    });
  return [tool('write', 'write'), tool('free', 'write'), tool('bad', 'execute')];
}

/** Records every acknowledgment of this log synchronously in a separate file. */
function noteAcksOf(log: SessionLog, path: string): void {
  const append = log.append.bind(log);
  log.append = async (...args) => {
    const records = await append(...args);
    appendFileSync(path, records.map(({ seq, hash }) => `${seq} ${hash}\n`).join(''));
    return records;
  };
}

/** The log without some types of records. */
function forget(log: SessionLog, types: readonly LogRecord['type'][]): SessionLog {
  const read = log.read.bind(log);
  log.read = async function* (range) {
    for await (const record of read(range)) if (!types.includes(record.type)) yield record;
  };
  log.snapshot = async () => undefined;
  return log;
}
