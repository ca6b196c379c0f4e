import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '../../packages/server/src/durable/free-ports.ts';
import { createIdentityKey } from '../../packages/server/src/durable/identity-key.ts';
import type { RestateNode } from '../../packages/server/src/durable/restate-config.ts';
import {
  findRestate,
  startRestate,
  untilHealthy,
  type RestateProcess,
} from '../../packages/server/src/durable/restate-process.ts';

/** A Restate for one test, with one node or three, on loopback, in a folder that is removed with it. */
export interface TestRestate {
  /** The ingress of the first node. */
  readonly ingress: string;
  readonly admin: string;
  /** The addresses and folder of each node. */
  readonly nodes: readonly { readonly ingress: string; readonly admin: string; readonly folder: string }[];
  /** The key with which workers check signatures. */
  readonly publicKey: string;
  /** Kills a node like a power failure. */
  readonly kill: (node?: number) => Promise<void>;
  /** Starts a node again with its stored state, and waits until it accepts invocations. */
  readonly start: (node?: number) => Promise<void>;
  readonly freeze: (node?: number) => void;
  readonly thaw: (node?: number) => void;
  /** The output of a node so far. */
  readonly log: (node?: number) => string;
  readonly stop: () => Promise<void>;
}

/** Starts Restate. Resolves when it accepts invocations. */
export async function openRestate({ nodes: count = 1 }: { readonly nodes?: 1 | 3 } = {}): Promise<TestRestate> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-restate-'));
  const identityKeyFile = join(folder, 'identity.pem');
  const { privatePem, publicKey } = createIdentityKey();
  writeFileSync(identityKeyFile, privatePem, { mode: 0o600 });
  const program = findRestate(import.meta.url);
  const nodes = await planNodes(folder, count, identityKeyFile);
  const running = new Map<number, RestateProcess>();

  const launch = (number: number): RestateProcess => {
    const node = nodes[number];
    if (node === undefined) throw new Error(`there is no node ${number}`);
    const child = startRestate(program, node);
    running.set(number, child);
    return child;
  };
  const end = async (number: number): Promise<void> => {
    const child = running.get(number);
    if (child === undefined) return;
    child.signal('SIGKILL');
    await child.ended;
    // Its shell can exit first, and the node keeps its files and ports until it exits.
    while (isGroupAlive(child.pid)) await sleep(5);
    running.delete(number);
  };
  const stop = async (): Promise<void> => {
    await Promise.all([...running.keys()].map(end));
    rmSync(folder, { recursive: true, force: true });
  };

  const untilStarted = async (children: readonly RestateProcess[]): Promise<void> => {
    try {
      await Promise.all(children.map(untilHealthy));
    } catch (thrown) {
      const said = nodes.map((node) => readLog(node)).join('\n');
      await stop();
      throw new Error(`Restate did not start:\n${said.slice(-4000)}`, { cause: thrown });
    }
  };

  const children = nodes.map((_, number) => launch(number));
  await untilStarted(children);
  const addresses = children.map(({ ingress, admin }, number) => ({
    ingress,
    admin,
    folder: nodes[number]?.folder ?? '',
  }));
  const [{ ingress, admin } = { ingress: '', admin: '' }] = addresses;
  return {
    ingress,
    admin,
    nodes: addresses,
    publicKey,
    kill: async (number = 0) => {
      await end(number);
    },
    start: async (number = 0) => {
      await untilStarted([launch(number)]);
    },
    freeze: (number = 0) => running.get(number)?.signal('SIGSTOP'),
    thaw: (number = 0) => running.get(number)?.signal('SIGCONT'),
    log: (number = 0) => readLog(nodes[number]),
    stop,
  };
}

async function planNodes(folder: string, count: number, identityKeyFile: string): Promise<RestateNode[]> {
  const ports = await findFreePorts(3 * count);
  const fabricPorts = ports.slice(0, count);
  return fabricPorts.map((fabric, index) => ({
    name: `n${index + 1}`,
    clusterName: 'test',
    folder: join(folder, `n${index + 1}`),
    ports: { fabric, ingress: ports[count + index] ?? 0, admin: ports[2 * count + index] ?? 0 },
    identityKeyFile,
    memory: count === 1 ? '512 MiB' : '256 MiB',
    ...(count === 1 ? {} : { cluster: { fabricPorts, replication: 2, number: index + 1 } }),
  }));
}

function isGroupAlive(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

function readLog(node: RestateNode | undefined): string {
  return node === undefined ? '' : readFileSync(join(node.folder, 'restate.log'), 'utf8');
}
