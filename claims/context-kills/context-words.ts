import { openStore, type LogRecord, type SessionLog } from '@bowline/log';
import type { ModelClient, ModelRequest } from '@bowline/models';
import { createMessage, type AgentSend } from '@bowline/protocol';
import { openAgent, type OpenAgent } from '@bowline/runtime';
import { owner, started } from '@bowline/testkit';
import { defineTool, succeed, type Tool } from '@bowline/tools';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { nowhere } from '../../tests/turns/test-agent.ts';
import { testModels, unscreened } from '../../tests/turns/test-models.ts';
import { callTool, say, textOf } from '../../tests/turns/view-model.ts';
import { offeredIn } from './context-model.ts';
import { instructionOf, isOffered, toolsOf } from './context-script.ts';

/** The result of messages and mode changes that were sent at every moment of a turn. */
export interface WordsAnyTime {
  readonly sent: number;
  /** Acknowledged messages that no answer of the model had seen when the turn was over. */
  readonly unanswered: readonly string[];
  /** Requests with the instruction of one mode and the tools of another. */
  readonly torn: readonly string[];
}

/** Points in a turn with one call. Something is sent 0, 1, 2 and more continuations after each of them. */
const starts = [
  'user_message',
  'model_selected',
  'model_answered',
  'tool_finished',
  'stream_ended',
  'instruction',
] as const;
type Start = (typeof starts)[number];
const LATEST = 160;
const QUICK_STRIDE = 3;
const names = ['page', 'write', 'look', 'enter_plan_mode', 'exit_plan_mode'] as const;

/** Sends a message, and changes the mode, between any two continuations of a turn; the quick form does some of them. */
export async function speakAnyTime(root: string, isQuick: boolean): Promise<WordsAnyTime> {
  const store = openStore({ root });
  const all: Turns[] = [];
  for (const start of starts) {
    const log = await store.open(start, { owner, create: true });
    await log.append([started(start)]);
    const turns = new Turns(log);
    for (let later = 0; later < LATEST; later += isQuick ? QUICK_STRIDE : 1) {
      const word = `and what of number ${later}?`;
      await turns.play({ start, later, word, send: createMessage(word) });
      await turns.play({ start, later, send: { update: { mode: later % 2 === 0 ? 'plan' : 'default' } } });
    }
    await turns.close();
    all.push(turns);
  }
  await store.close();
  return {
    sent: all.reduce((sum, { sent }) => sum + sent, 0),
    unanswered: all.flatMap(({ unanswered }) => unanswered),
    torn: all.flatMap(({ torn }) => torn),
  };
}

interface Sending {
  readonly start: Start;
  readonly later: number;
  readonly send: AgentSend;
  readonly word?: string;
}

/** Turns of one session, each with something sent into it. */
class Turns {
  readonly #log: SessionLog;
  readonly #shown: string[] = [];
  #agent: Promise<OpenAgent> | undefined;
  #sending: Sending | undefined;
  #sent: Promise<unknown> | undefined;
  #isTorn = false;
  sent = 0;
  readonly unanswered: string[] = [];
  readonly torn: string[] = [];

  constructor(log: SessionLog) {
    this.#log = log;
    const append = log.append.bind(log);
    log.append = async (...args) => {
      for (const { type } of args[0]) this.#pass(type);
      return await append(...args);
    };
  }

  async play(sending: Sending): Promise<void> {
    const agent = await (this.#agent ??= this.#open());
    const { seq } = this.#log.head;
    this.#isTorn = false;
    this.#sent = undefined;
    this.#sending = sending;
    await agent.send(createMessage('go'));
    await this.#settled(agent);
    if (!this.#isSent) return;
    const at = `${sending.later} after ${sending.start}`;
    this.sent += 1;
    if (sending.word !== undefined && !(await this.#isAnswered(sending.word, seq + 1))) this.unanswered.push(at);
    if (this.#wasTorn) this.torn.push(at);
  }

  async close(): Promise<void> {
    await (await this.#agent)?.close();
  }

  /** Getters, because both values change during an await, which the compiler does not see. */
  get #isSent(): boolean {
    return this.#sent !== undefined;
  }

  get #wasTorn(): boolean {
    return this.#isTorn;
  }

  async #open(): Promise<OpenAgent> {
    let made = 0;
    const tool = (name: string): Tool =>
      defineTool({ name, description: name, effect: 'read', input: z.object({}), run: async () => succeed('fog') });
    return await openAgent({
      log: this.#log,
      model: testModels(this.#client()),
      instruction: (mode) => {
        this.#pass('instruction');
        return instructionOf(mode);
      },
      tools: names.map(tool),
      isOffered: ({ name }, mode) => isOffered(name, mode),
      hostTools: [],
      workspace: nowhere,
      decide: async () => ({ verdict: 'allow' }),
      keepRule: async () => {},
      screen: unscreened,
      saveArtifact: async (name) => name,
      limits: { maxSteps: 10 },
      seams: { plugins: [], newId: () => `id${(made += 1)}`, onFault: () => {} },
    });
  }

  /** Waits until the message is acknowledged and no turn is open. */
  async #settled(agent: OpenAgent): Promise<void> {
    for (let calm = 0; calm < 3; calm += 1) {
      await setImmediate();
      await this.#sent;
      const { activeStreamId } = await agent.status();
      if (activeStreamId !== null) calm = -1;
    }
  }

  /** Whether an answer has seen the message, according to its `seen` field and to its request. */
  async #isAnswered(word: string, from: number): Promise<boolean> {
    const records: LogRecord[] = [];
    for await (const record of this.#log.read({ from })) records.push(record);
    const said = records.find(({ body }) => JSON.stringify(body).includes(word))?.seq ?? Number.POSITIVE_INFINITY;
    const last = records.findLast((record) => record.type === 'model_answered');
    return (last?.body.seen ?? 0) >= said && this.#shown.at(-1)?.includes(word) === true;
  }

  #client(): ModelClient {
    const look = (request: ModelRequest): boolean => this.#look(request);
    return {
      async *stream(request) {
        yield look(request) ? say('done') : callTool('look');
      },
    };
  }

  /** Records a request; returns whether it ends with the result of the call. */
  #look(request: ModelRequest): boolean {
    const { contents, config } = request;
    this.#shown.push(textOf(contents));
    const tools = offeredIn(request).toSorted().join();
    this.#isTorn ||= !(['default', 'plan'] as const).some(
      (mode) => config.systemInstruction === instructionOf(mode) && tools === toolsOf(mode).toSorted().join(),
    );
    return textOf(contents.slice(contents.findLastIndex(({ parts }) => parts?.[0]?.text === 'go'))).includes('fog');
  }

  #pass(what: string): void {
    const sending = this.#sending;
    if (sending === undefined || what !== sending.start || this.#sent !== undefined) return;
    this.#sent = wait(sending.later).then(async () => (await this.#agent)?.send(sending.send));
  }
}

async function wait(continuations: number): Promise<void> {
  for (let n = 0; n < continuations; n += 1) await Promise.resolve();
}
