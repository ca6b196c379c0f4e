import { AgentError } from '@bowline/protocol';
import { parentPort } from 'node:worker_threads';
import { localHost } from '../sqlite/engine-host.ts';
import type { SessionEngine } from '../sqlite/session-engine.ts';
import { toAnswer, type Call, type EngineCall } from './thread-calls.ts';

/** Runs in a worker thread: opens databases there and handles calls one at a time. */
const engines = new Map<number, SessionEngine>();

function perform(call: EngineCall): unknown {
  if (call.op === 'openWriter') return opened(localHost.openWriter(...call.args), call.engine);
  if (call.op === 'openViewer') return opened(localHost.openViewer(...call.args), call.engine);
  const engine = engines.get(call.engine);
  if (engine === undefined) throw new AgentError('SESSION_CLOSED', 'The session is closed', { hint: 'Open it again' });
  if (call.op === 'close') engines.delete(call.engine);
  return Reflect.apply(Reflect.get(engine, call.op) as (...args: unknown[]) => unknown, engine, call.args);
}

function opened(engine: SessionEngine | Promise<SessionEngine>, key: number): SessionEngine['opened'] {
  if (engine instanceof Promise) throw new AgentError('INTERNAL', 'A local engine opens at once');
  engines.set(key, engine);
  return engine.opened;
}

parentPort?.on('message', ({ id, call }: Call) => {
  parentPort?.postMessage(toAnswer(id, () => perform(call)));
});
