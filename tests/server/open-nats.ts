import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '@bowline/server';
import { atExit } from '../kit/at-exit.ts';

/** A NATS server for one test, on loopback. */
export interface TestNats {
  readonly url: string;
  start(): Promise<void>;
  /** Kills it. Followed by `start`, clients see a broken connection. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export async function openNats(): Promise<TestNats> {
  const [port = 0] = await findFreePorts(1);
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    child = undefined;
    await ended;
  };
  const start = async (): Promise<void> => {
    child = spawn('nats-server', ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
    const failed = once(child, 'error').then(() => {
      throw new Error('these tests need NATS: apt-get install nats-server');
    });
    await Promise.race([untilReached(port), failed]);
  };
  const callOff = atExit(() => {
    child?.kill('SIGKILL');
  });
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    kill,
    close: async () => {
      await kill();
      callOff();
    },
  };
}

async function untilReached(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isReached = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isReached) return;
    await sleep(20);
  }
}
