import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRemoteServer } from '@bowline/client';
import { AgentError, type AgentEvent, type AgentSend, type ApprovalMode, type InputRequest } from '@bowline/protocol';
import { createSeededRandom, type SeededRandom } from '../../tests/kit/seeded-random.ts';
import { planQuestion, planTurn, planWait, sayDone, toMessageText, type ChaosPlan } from './chaos-plan.ts';
import { openListener, PATIENCE_MS, type ListenerKind, type LoadListener } from './load-listener.ts';
import { openBalancer } from './open-balancer.ts';
import type { ServersPlace } from './open-chaos-cluster.ts';

/** The kind of a session: it works, needs approvals, or waits for a quota. */
export type SessionKind = 'works' | 'asks' | 'waits';

/** What a sender was told about a message. */
export interface SentNote {
  readonly messageId: string;
  /** For an answer: the id of its question. */
  readonly inputId?: string;
  readonly streamId?: string | null;
  readonly error?: string;
}

/** What a session of the load knows, apart from the log. */
export interface SessionNotes {
  readonly sessionId: string;
  readonly kind: SessionKind;
  readonly sent: readonly SentNote[];
  readonly listeners: readonly {
    readonly kind: ListenerKind;
    readonly cuts: number;
    readonly heard: readonly AgentEvent[];
  }[];
}

export interface LoadSessionOptions {
  readonly server: ServersPlace;
  readonly workspaces: string;
  readonly kind: SessionKind;
  readonly seed: number;
}

/** A session that receives one message after the other. */
export interface LoadSession {
  /** Sends the first message; resolves when it is answered. */
  readonly begin: () => Promise<void>;
  /** Sends messages until the signal aborts, then a last one; resolves when all clients have received its answer. */
  readonly play: (signal: AbortSignal) => Promise<void>;
  readonly notes: () => SessionNotes;
  readonly close: () => Promise<void>;
}

const QUOTA_SECONDS = { from: 12, to: 18 };
/** One in this many questions is answered late, and one in this many turns is steered. */
const LATE = 3;
const STEERED = 8;

/** Creates the session and attaches its clients. */
export async function openLoadSession(options: LoadSessionOptions): Promise<LoadSession> {
  const { server, workspaces, kind, seed } = options;
  const random = createSeededRandom(seed);
  const sessionId = `s-${randomUUID()}`;
  const workspace = join(workspaces, sessionId);
  mkdirSync(workspace);
  const way = await openBalancer(server.ports, seed);
  const place = { url: `http://127.0.0.1:${way.port}`, token: server.token, patienceMs: PATIENCE_MS };
  const mode: ApprovalMode = kind === 'asks' ? 'default' : 'yolo';
  await createRemoteServer(place).create({ sessionId, workspace, mode, model: 'gemini-2.5-flash' });
  way.close();
  const kinds: readonly ListenerKind[] = ['steady', 'cutting', 'leaving'];
  const listeners = await Promise.all(
    kinds.map((each, n) => openListener({ server, sessionId, kind: each, random: createSeededRandom(seed * 7 + n) })),
  );
  const [speaker] = listeners;
  if (speaker === undefined) throw new Error('there is no listener to send messages');
  const talk = new Talk(speaker, random);
  return {
    begin: () => talk.turn({ answers: [sayDone()] }, false),
    play: async (signal) => {
      while (!signal.aborted) await talk.turn(planFor(kind, random), kind === 'works' && random.int(1, STEERED) === 1);
      await talk.turn({ answers: [sayDone()] }, false);
      await untilAllHeard(listeners);
    },
    notes: () => ({
      ...{ sessionId, kind, sent: talk.sent },
      listeners: listeners.map(({ kind: each, cuts, heard }) => ({ kind: each, cuts: cuts(), heard })),
    }),
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.close()));
    },
  };
}

function planFor(kind: SessionKind, random: SeededRandom): ChaosPlan {
  if (kind === 'asks') return planQuestion(random);
  return kind === 'waits' ? planWait(random.int(QUOTA_SECONDS.from, QUOTA_SECONDS.to)) : planTurn(random);
}

/** The messages of one user to a session. */
class Talk {
  readonly sent: SentNote[] = [];
  readonly #speaker: LoadListener;
  readonly #random: SeededRandom;
  readonly #ended = new Map<string, PromiseWithResolvers<undefined>>();

  constructor(speaker: LoadListener, random: SeededRandom) {
    this.#speaker = speaker;
    this.#random = random;
    speaker.onEvent((event) => {
      if (event.type === 'agent_end') this.#end(event.streamId ?? '').resolve(undefined);
      if (event.type === 'input_request') void this.#answer(event.request);
    });
  }

  /** Sends a message and waits for the end of its stream. */
  async turn(plan: ChaosPlan, isSteered: boolean): Promise<void> {
    const first = this.#say(plan);
    const second = isSteered ? this.#steer() : undefined;
    for (const sent of [await first, await second])
      if (typeof sent?.streamId === 'string') await this.#end(sent.streamId).promise;
  }

  async #steer(): Promise<SentNote> {
    await sleep(this.#random.int(200, 1500));
    return await this.#say({ answers: [sayDone()] });
  }

  async #say(plan: ChaosPlan): Promise<SentNote> {
    const messageId = `m-${randomUUID()}`;
    const content = [{ type: 'text' as const, text: toMessageText(plan) }];
    return await this.#send({ messageId }, { message: { messageId, content } });
  }

  async #answer(request: InputRequest): Promise<void> {
    if (request.kind !== 'confirmation') return;
    const { inputId, digest } = request;
    const outcome = this.#random.int(1, 5) === 1 ? 'denied' : 'once';
    if (this.#random.int(1, LATE) === 1) await sleep(this.#random.int(2000, 7000));
    const answer = { kind: 'confirmation', outcome, digest } as const;
    await this.#send({ messageId: `a-${randomUUID()}`, inputId }, { input: { inputId, answer } });
  }

  async #send(note: Pick<SentNote, 'messageId' | 'inputId'>, send: AgentSend): Promise<SentNote> {
    const sent = await this.#speaker
      .agent()
      .send(send)
      .then(
        ({ streamId }): SentNote => ({ ...note, streamId }),
        (thrown: unknown): SentNote => ({ ...note, error: describe(thrown) }),
      );
    this.sent.push(sent);
    return sent;
  }

  #end(streamId: string): PromiseWithResolvers<undefined> {
    const known = this.#ended.get(streamId) ?? Promise.withResolvers<undefined>();
    this.#ended.set(streamId, known);
    return known;
  }
}

function describe(thrown: unknown): string {
  const { code, message } = AgentError.from(thrown);
  return `${code}: ${message}`;
}

/** Waits until each listener has the last event of the sender. The check finds a listener that never gets it. */
async function untilAllHeard(listeners: readonly LoadListener[]): Promise<void> {
  const last = listeners[0]?.heard.at(-1)?.id;
  while (listeners.some(({ heard }) => !heard.some(({ id }) => id === last))) await sleep(50);
}
