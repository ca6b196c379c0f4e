import { AgentSession, createMessage, type AgentEvent, type AgentSend, type JsonObject } from '@bowline/protocol';
import type { LogRecord, SessionLog } from '@bowline/log';
import type { ModelClient } from '@bowline/models';
import type { OpenAgent } from '@bowline/runtime';
import { all, outline, scriptedModel, type ScriptedModel, type ScriptedStep } from '@bowline/testkit';
import { defineTool, succeed, type Tool } from '@bowline/tools';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { openAgain } from './open-again.ts';
import { testAgent, type TestAgent, type TestAgentOptions } from './test-agent.ts';

/** The options of a test agent, except the script. */
export type StageOptions = Omit<TestAgentOptions, 'model'>;

const usage = { promptTokenCount: 10, candidatesTokenCount: 2 };
type Call = NonNullable<NonNullable<ScriptedStep['chunks']>[number]['calls']>[number];

/** Steps of a script, all with the same usage, so that outlines are predictable. */
export const step = {
  text: (...texts: readonly string[]): ScriptedStep => ({ chunks: texts.map((text) => ({ text })), usage }),
  calls: (...calls: readonly Call[]): ScriptedStep => ({ chunks: [{ calls }], usage }),
  textAndCalls: (text: string, ...calls: readonly Call[]): ScriptedStep => ({
    chunks: [{ text }, { calls }],
    usage,
  }),
  finish: (finishReason: string | null, ...texts: readonly string[]): ScriptedStep => ({
    chunks: texts.map((text) => ({ text })),
    usage,
    finishReason,
  }),
  hang: (...texts: readonly string[]): ScriptedStep => ({ chunks: texts.map((text) => ({ text })), hang: 'body' }),
  cut: (...texts: readonly string[]): ScriptedStep => ({ chunks: texts.map((text) => ({ text })), cut: true }),
  httpError: (status: number): ScriptedStep => ({ httpError: { status } }),
} as const;

/** A tool that returns its input and records each run. */
export function echo(name: string, effect: Tool['effect'] = 'read'): { readonly tool: Tool; readonly runs: string[] } {
  const runs: string[] = [];
  const tool = defineTool({
    name,
    description: `Says ${name} and its input`,
    effect,
    input: z.object({ text: z.string() }),
    async run({ text }) {
      runs.push(text);
      return succeed(`${name} ${text}`);
    },
  });
  return { tool, runs };
}

/** A moment that a test controls. */
export interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

/** Creates a closed gate. */
export function createGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    opened: promise,
    open: () => {
      resolve(undefined);
    },
  };
}

/** An agent with its scripted model, and all events from the start. */
export class Stage<Model = ScriptedModel> {
  readonly agent: OpenAgent;
  readonly session: AgentSession;
  readonly model: Model;
  readonly heard: AgentEvent[] = [];

  constructor(agent: OpenAgent, model: Model) {
    this.agent = agent;
    this.model = model;
    this.session = new AgentSession(agent);
    agent.subscribe((event) => this.heard.push(event));
  }

  /** Plays a whole turn and returns its outline. */
  async play(text: string): Promise<string[]> {
    return outline(await all(this.session.sendStream(createMessage(text))));
  }

  async say(text: string): Promise<string> {
    return (await this.agent.send(createMessage(text))).streamId ?? '';
  }

  /** The outline of all events so far. */
  get lines(): string[] {
    return outline(this.heard);
  }

  /** Waits for a matching event; earlier events count. */
  async until<Type extends AgentEvent['type']>(
    type: Type,
    fits: (event: Extract<AgentEvent, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<AgentEvent, { type: Type }>> {
    const is = (event: AgentEvent): event is Extract<AgentEvent, { type: Type }> =>
      event.type === type && fits(event as Extract<AgentEvent, { type: Type }>);
    const { promise, resolve } = Promise.withResolvers<Extract<AgentEvent, { type: Type }>>();
    const unsubscribe = this.agent.subscribe((event) => {
      if (is(event)) resolve(event);
    });
    const before = this.heard.find(is);
    if (before !== undefined) resolve(before);
    const event = await promise;
    unsubscribe();
    return event;
  }

  /** Waits for the approval request of a call. */
  async asked(tool: string): Promise<Question> {
    const { request } = await this.until(
      'input_request',
      (event) => event.request.kind === 'confirmation' && event.request.tool === tool,
    );
    if (request.kind !== 'confirmation') throw new TypeError('not a confirmation');
    return request;
  }

  async answer(question: Question, answer: Answer): Promise<void> {
    await this.agent.send(toInput(question, answer));
  }
}

type Question = Extract<Extract<AgentEvent, { type: 'input_request' }>['request'], { kind: 'confirmation' }>;
interface Answer {
  readonly outcome: 'once' | 'edited' | 'denied';
  readonly reason?: string;
  readonly args?: JsonObject;
}

/** An answer to an approval, as a surface sends it. */
export function toInput({ inputId, digest }: Question, answer: Answer): AgentSend {
  return { input: { inputId, answer: { kind: 'confirmation', digest, ...answer } } };
}

/** Opens an agent that plays the script in a new session, and closes it when the test ends. */
export async function openStage(
  script: readonly ScriptedStep[],
  options: StageOptions = {},
): Promise<Stage & Pick<TestAgent, 'store' | 'folder'>> {
  const model = scriptedModel(script);
  const subject = await testAgent({ ...options, model });
  onTestFinished(subject.close);
  return Object.assign(new Stage(subject.agent, model), { store: subject.store, folder: subject.folder });
}

/** Opens an agent on an existing log, as another process does. `client` replaces the script. */
export async function reopenStage(
  log: SessionLog,
  script: readonly ScriptedStep[],
  { client, ...options }: StageOptions & { readonly client?: ModelClient } = {},
): Promise<Stage> {
  const model = scriptedModel(script);
  return new Stage(await openAgain(log, client ?? model, options), model);
}

/** The record types of a log, in order. */
export async function recordTypes(log: { read(): AsyncIterable<LogRecord> }): Promise<string[]> {
  return (await all(log.read())).map(({ type }) => type);
}
