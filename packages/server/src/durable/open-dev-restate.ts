import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { findFreePorts } from './free-ports.ts';
import { createIdentityKey, toPublicIdentity } from './identity-key.ts';
import type { RestateAddresses } from './open-restate-turns.ts';
import { openShortFolder } from './open-short-folder.ts';
import { findRestate, startRestate, untilHealthy } from './restate-process.ts';

/** A single-node Restate that runs as a child of this process. */
export interface DevRestate extends RestateAddresses {
  /** The key with which workers check signatures. */
  readonly publicKey: string;
  /** The port on which workers must listen. Restate continues invocations at the address where they started. */
  readonly workerPort: number;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

const NODE_NAME = 'dev';
const LONGEST_SOCKET = `${NODE_NAME}/ingress.sock`;
const portsSchema = z.object({ worker: z.int() });

/**
 * Starts Restate with the data in this folder. The first start chooses a worker port and an identity key and saves them
 * there. Restate has no authentication, so it listens on Unix sockets in a folder that no other user can enter, and on
 * no port.
 */
export async function openDevRestate(folder: string, temporaryFolder: string = tmpdir()): Promise<DevRestate> {
  const data = join(folder, 'node');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const program = findRestate(import.meta.url);
  const workerPort = readWorkerPort(folder) ?? (await chooseWorkerPort(folder));
  const identityKeyFile = join(folder, 'identity.pem');
  if (!existsSync(identityKeyFile)) writeFileSync(identityKeyFile, createIdentityKey().privatePem, { mode: 0o600 });
  const short = openShortFolder(data, { within: LONGEST_SOCKET, temporaryFolder });
  const node = { name: NODE_NAME, clusterName: 'bowline-dev', folder: short.path, identityKeyFile };
  const child = startRestate(program, { ...node, concurrentTurns: 1_000 });
  const stop = async (): Promise<void> => {
    await child.stop();
    short.close();
  };
  try {
    await untilHealthy(child);
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  const publicKey = toPublicIdentity(readFileSync(identityKeyFile, 'utf8'));
  return { ingress: child.ingress, admin: child.admin, publicKey, workerPort, ended: child.ended, stop };
}

function readWorkerPort(folder: string): number | undefined {
  try {
    return portsSchema.parse(JSON.parse(readFileSync(join(folder, 'ports.json'), 'utf8'))).worker;
  } catch {
    return undefined; // first start, or the file was edited
  }
}

async function chooseWorkerPort(folder: string): Promise<number> {
  const [worker = 0] = await findFreePorts(1);
  writeFileSync(join(folder, 'ports.json'), `${JSON.stringify({ worker })}\n`, { mode: 0o600 });
  return worker;
}
