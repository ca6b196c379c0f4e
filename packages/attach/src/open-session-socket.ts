import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import {
  AgentError,
  answeredBy,
  isLiveOnly,
  parseSend,
  toKeptId,
  type AgentEvent,
  type AgentProtocol,
} from '@bowline/protocol';
import { openStore, toSeq } from '@bowline/log';
import { createSocketPath, JsonLines, toJsonLine } from '@bowline/workspace';
import type { HostEnvironment } from '@bowline/assembly';
import { socketFile, readSocketAddress } from './socket-address.ts';
import {
  SOCKET_VERSION,
  MAX_LINE,
  visitorMessageSchema,
  type OwnerMessage,
  type VisitorMessage,
} from './socket-messages.ts';

/** A socket through which other terminals of the same user can join a session. */
export interface SessionSocket {
  readonly close: () => void;
}

/** A client that does not read is disconnected before its backlog fills our memory. */
const MAX_UNREAD = 64_000_000;

/** Lets other processes of this user watch a session that runs here and send to it. Only the user can connect. */
export async function openSessionSocket(agent: AgentProtocol, machine: HostEnvironment): Promise<SessionSocket> {
  const { sessionId } = agent;
  const file = socketFile(machine.sessionsFolder, sessionId);
  const path = createSocketPath(`${file}:${machine.owner.pid}`);
  const visitors = new Set<Socket>();
  let told = 0;
  const unsubscribe = agent.subscribe((event) => {
    if (!isLiveOnly(event)) told = seqOf(event) ?? told;
    for (const visitor of visitors) tell(visitor, { event });
  });
  // Read after subscribing, so that no event of a running turn falls in between.
  told = Math.max(await readHead(machine.sessionsFolder, sessionId), told);
  const server = createServer((visitor) => {
    visitors.add(visitor);
    tell(visitor, { hello: { version: SOCKET_VERSION, sessionId, seq: told } });
    receive(visitor, agent, machine.user);
    visitor.on('close', () => visitors.delete(visitor));
  });
  rmSync(path, { force: true }); // the path contains our PID, so its previous listener is dead
  await listen(server, path);
  writeFileSync(file, path, { mode: 0o600 });
  return {
    close: () => {
      unsubscribe();
      server.close();
      for (const visitor of visitors) visitor.destroy();
      // A process that has taken over the session has its own socket.
      if (readSocketAddress(machine.sessionsFolder, sessionId) === path) rmSync(file, { force: true });
    },
  };
}

async function listen(server: ReturnType<typeof createServer>, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  server.unref(); // does not keep the process running
}

/** The last record of the session before any event is received. */
async function readHead(root: string, sessionId: string): Promise<number> {
  const store = openStore({ root });
  try {
    const reader = await store.openReader(sessionId);
    return await reader.close().then(() => reader.head.seq);
  } finally {
    await store.close();
  }
}

function seqOf({ id }: AgentEvent): number | undefined {
  return toSeq(toKeptId(id).split('.')[0] ?? '');
}

function tell(visitor: Socket, message: OwnerMessage): void {
  if (visitor.writableLength > MAX_UNREAD) visitor.destroy();
  else visitor.write(toJsonLine(message));
}

/** Only the user can connect to the socket, so answers are recorded under that user, whatever the message says. */
function receive(visitor: Socket, agent: AgentProtocol, user: string): void {
  const lines = new JsonLines(visitorMessageSchema, MAX_LINE);
  visitor.on('error', () => visitor.destroy());
  visitor.on('data', (chunk: Buffer) => {
    for (const line of lines.push(chunk)) {
      if (line.ok)
        void answer(line.message, agent, user).then((message) => {
          tell(visitor, message);
        });
      else visitor.destroy();
    }
  });
}

async function answer(message: VisitorMessage, agent: AgentProtocol, user: string): Promise<OwnerMessage> {
  const { id } = message;
  try {
    if ('say' in message) return { id, ...(await agent.send(answeredBy(parseSend(message.say), user))) };
    if (message.ask === 'status') return { id, status: toData(await agent.status()) };
    await agent.abort();
    return { id, streamId: null };
  } catch (thrown) {
    const { code, message: text, hint } = AgentError.from(thrown);
    return { id, error: { code, message: text, ...(hint === undefined ? {} : { hint }) } };
  }
}

function toData(
  status: Awaited<ReturnType<AgentProtocol['status']>>,
): Extract<OwnerMessage, { status: unknown }>['status'] {
  return { ...status, pendingInputs: [...status.pendingInputs] };
}
