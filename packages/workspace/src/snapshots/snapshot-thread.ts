import { AgentError } from '@bowline/protocol';
import { parentPort, workerData } from 'node:worker_threads';
import { SnapshotEngine, type SnapshotOptions } from './snapshot-engine.ts';
import { toAnswer, type Call, type EngineCall } from './thread-calls.ts';

/** Runs in a worker thread: opens the store there and handles calls one at a time. */
let engine: SnapshotEngine | undefined;

function perform({ op, args }: EngineCall): unknown {
  if (engine === undefined) throw new AgentError('SESSION_CLOSED', 'The file history is closed');
  return Reflect.apply(Reflect.get(engine, op) as (...args: unknown[]) => unknown, engine, args);
}

parentPort?.postMessage(
  toAnswer(0, () => {
    engine = new SnapshotEngine(workerData as SnapshotOptions);
  }),
);
parentPort?.on('message', ({ id, call }: Call) => {
  parentPort?.postMessage(toAnswer(id, () => perform(call)));
});
