import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRemoteServer } from '@bowline/client';
import type { AgentEvent, AgentSend, InputRequest } from '@bowline/protocol';
import { createSeededRandom } from '../../tests/kit/seeded-random.ts';
import { planQuestion, planWait, toMessageText, type ChaosPlan } from './chaos-plan.ts';
import { openListener, PATIENCE_MS, type LoadListener } from './load-listener.ts';
import type { SentNote, SessionKind, SessionNotes } from './load-session.ts';
import { openBalancer } from './open-balancer.ts';
import type { ChaosCluster } from './open-chaos-cluster.ts';

/** Two sessions that wait while everything dies: one for the user, one for a quota. */
export interface KeptSessions {
  /** Answers the earlier question, and waits until both sessions have finished. */
  readonly goOn: () => Promise<void>;
  readonly notes: () => readonly SessionNotes[];
  readonly close: () => Promise<void>;
}

/** Longer than a worker keeps a waiting session in memory, so that only database rows remain. */
const QUOTA_SECONDS = 15;

/** Resolves when both sessions wait and no worker holds either. */
export async function openKeptSessions(cluster: ChaosCluster, seed: number): Promise<KeptSessions> {
  const asks = await openKept(cluster, 'asks', seed);
  const waits = await openKept(cluster, 'waits', seed + 1);
  const question = await untilAsked(asks, seed);
  const waiting = await waits.say(planWait(QUOTA_SECONDS));
  while ((await waits.status()).waitsUntil === null) await sleep(100);
  const kept = [asks, waits];
  while (
    await isHeld(
      cluster,
      kept.map(({ sessionId }) => sessionId),
    )
  )
    await sleep(100);
  return {
    goOn: async () => {
      const { inputId, digest } = question.request;
      await asks.send({ input: { inputId, answer: { kind: 'confirmation', outcome: 'once', digest } } }, inputId);
      await Promise.all([asks.heard(question.streamId, 'agent_end'), waits.heard(waiting, 'agent_end')]);
    },
    notes: () => kept.map((session) => session.notes()),
    close: async () => {
      await Promise.all(kept.map((session) => session.close()));
    },
  };
}

interface Question {
  readonly streamId: string;
  readonly request: Extract<InputRequest, { kind: 'confirmation' }>;
}

/** A machine that is too busy to check a call in time denies it instead of asking. Then the message is sent again. */
async function untilAsked(asks: KeptSession, seed: number): Promise<Question> {
  for (let n = 0; ; n += 1) {
    const streamId = await asks.say(planQuestion(createSeededRandom(seed + n)));
    const event = await asks.heard(streamId, 'input_request', 'agent_end');
    if (event.type === 'input_request' && event.request.kind === 'confirmation')
      return { streamId, request: event.request };
  }
}

interface KeptSession {
  readonly sessionId: string;
  /** Sends a message and returns the stream that answers. */
  readonly say: (plan: ChaosPlan) => Promise<string>;
  readonly send: (send: AgentSend, inputId?: string) => Promise<string>;
  readonly status: () => ReturnType<ReturnType<LoadListener['agent']>['status']>;
  /** The first event of one of these types in a stream, once received. */
  readonly heard: (streamId: string, ...types: readonly AgentEvent['type'][]) => Promise<AgentEvent>;
  readonly notes: () => SessionNotes;
  readonly close: () => Promise<void>;
}

async function openKept({ server, workspaces }: ChaosCluster, kind: SessionKind, seed: number): Promise<KeptSession> {
  const sessionId = `k-${randomUUID()}`;
  const workspace = join(workspaces, sessionId);
  mkdirSync(workspace);
  const way = await openBalancer(server.ports);
  const place = { url: `http://127.0.0.1:${way.port}`, token: server.token, patienceMs: PATIENCE_MS };
  const mode = kind === 'asks' ? 'default' : 'yolo';
  await createRemoteServer(place).create({ sessionId, workspace, mode, model: 'gemini-2.5-flash' });
  way.close();
  const listener = await openListener({ server, sessionId, kind: 'steady', random: createSeededRandom(seed) });
  const sent: SentNote[] = [];
  const send: KeptSession['send'] = async (what, inputId) => {
    const messageId = 'message' in what ? (what.message.messageId ?? '') : `a-${randomUUID()}`;
    const note = { messageId, ...(inputId === undefined ? {} : { inputId }) };
    const { streamId } = await listener.agent().send(what);
    sent.push({ ...note, streamId });
    return streamId ?? '';
  };
  return {
    sessionId,
    send,
    say: async (plan) => {
      const content = [{ type: 'text' as const, text: toMessageText(plan) }];
      return await send({ message: { messageId: `m-${randomUUID()}`, content } });
    },
    status: () => listener.agent().status(),
    heard: async (streamId, ...types) => {
      for (;;) {
        const found = listener.heard.find((event) => event.streamId === streamId && types.includes(event.type));
        if (found !== undefined) return found;
        await sleep(50);
      }
    },
    notes: () => ({ sessionId, kind, sent, listeners: [{ kind: 'steady', cuts: 0, heard: listener.heard }] }),
    close: () => listener.close(),
  };
}

async function isHeld({ postgres }: ChaosCluster, sessionIds: readonly string[]): Promise<boolean> {
  const { rowCount } = await postgres.admin.query(
    'select from bowline.session where session_id = any($1) and holder is not null',
    [sessionIds],
  );
  return rowCount !== 0;
}
