import { createConnection, type Socket } from 'node:net';
import { AgentError, type AgentEvent, type AgentSend, type SessionStatus } from '@bowline/protocol';
import { JsonLines, toJsonLine } from '@bowline/workspace';
import { SOCKET_VERSION, MAX_LINE, ownerMessageSchema, type OwnerMessage } from './socket-messages.ts';

/** Receives the events of a session, and the end of the connection. */
export interface VisitListener {
  readonly sessionId: string;
  readonly onEvent: (event: AgentEvent) => void;
  readonly onEnd: () => void;
}

/** A connection to the process that runs a session. */
export interface Visit {
  /** The last record before the first event that is received. */
  readonly seq: number;
  readonly send: (send: AgentSend) => Promise<{ readonly streamId: string | null }>;
  readonly status: () => Promise<SessionStatus>;
  readonly abort: () => Promise<void>;
  readonly close: () => void;
}

type Answer = Exclude<OwnerMessage, { hello: unknown } | { event: unknown }>;
type Waiting = Map<
  number,
  { readonly resolve: (answer: Answer) => void; readonly reject: (error: AgentError) => void }
>;

const PATIENCE_MS = 3000;

/** Connects to the socket at that path. Returns undefined if no process listens there. */
export async function connectToSession(path: string, listener: VisitListener): Promise<Visit | undefined> {
  const socket = createConnection(path);
  const waiting: Waiting = new Map();
  const seq = await new Promise<number | undefined>((resolve) => {
    const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(undefined);
      for (const { reject } of waiting.values()) reject(ownerGone(listener.sessionId));
      listener.onEnd();
    });
    listen(socket, (message) => {
      if ('hello' in message) {
        clearTimeout(timer);
        if (message.hello.version === SOCKET_VERSION) resolve(message.hello.seq);
        else socket.destroy();
      } else if ('event' in message) listener.onEvent(message.event);
      else settle(waiting, message);
    });
  });
  return seq === undefined ? undefined : createVisit(socket, waiting, { seq, sessionId: listener.sessionId });
}

function listen(socket: Socket, hear: (message: OwnerMessage) => void): void {
  const lines = new JsonLines(ownerMessageSchema, MAX_LINE);
  socket.on('data', (chunk: Buffer) => {
    for (const line of lines.push(chunk)) {
      if (line.ok) hear(line.message);
      else if (line.isFatal) socket.destroy();
    }
  });
}

function settle(waiting: Waiting, answer: Answer): void {
  const asked = waiting.get(answer.id);
  waiting.delete(answer.id);
  if ('error' in answer) {
    const { code, message, hint } = answer.error;
    asked?.reject(new AgentError(code, message, hint === undefined ? {} : { hint }));
  } else asked?.resolve(answer);
}

function createVisit(
  socket: Socket,
  waiting: Waiting,
  { seq, sessionId }: { readonly seq: number; readonly sessionId: string },
): Visit {
  let lastId = 0;
  const ask = async (message: object): Promise<Answer> => {
    if (socket.destroyed) throw ownerGone(sessionId);
    const id = (lastId += 1);
    return await new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      socket.write(toJsonLine({ id, ...message }));
    });
  };
  return {
    seq,
    send: async (send) => {
      const answer = await ask({ say: send });
      return { streamId: 'streamId' in answer ? answer.streamId : null };
    },
    status: async () => {
      const answer = await ask({ ask: 'status' });
      if ('status' in answer) return answer.status;
      throw ownerGone(sessionId);
    },
    abort: async () => {
      await ask({ ask: 'abort' });
    },
    close: () => {
      socket.destroy();
    },
  };
}

/** The error for a session whose process is gone, so that nothing can be sent to it. */
export function ownerGone(sessionId: string, message = 'The process that ran this session has ended'): AgentError {
  return new AgentError('SESSION_CLOSED', message, { hint: `To continue it here: bowline --resume ${sessionId}` });
}
