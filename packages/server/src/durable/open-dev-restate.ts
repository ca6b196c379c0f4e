import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { findFreePorts } from './free-ports.ts';
import { createIdentityKey, toPublicIdentity } from './identity-key.ts';
import type { RestateAddresses } from './open-restate-turns.ts';
import { findRestate, startRestate, untilHealthy } from './restate-process.ts';

/** A Restate of one machine, a child of this process. */
export interface DevRestate extends RestateAddresses {
  /** What workers check signatures with. */
  readonly publicKey: string;
  /** Where workers have to listen: what was begun under that address is gone on with there. */
  readonly workerPort: number;
  /** Resolves when it has ended, asked or not. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

const portsSchema = z.object({ fabric: z.int(), ingress: z.int(), admin: z.int(), worker: z.int() });
type Ports = z.infer<typeof portsSchema>;

/** Starts Restate with what it has kept in this folder; the first time, ports and a key are chosen and kept with it. */
export async function openDevRestate(folder: string): Promise<DevRestate> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const program = findRestate(import.meta.url);
  const ports = readPorts(folder) ?? (await choosePorts(folder));
  const identityKeyFile = join(folder, 'identity.pem');
  if (!existsSync(identityKeyFile)) writeFileSync(identityKeyFile, createIdentityKey().privatePem, { mode: 0o600 });
  const node = { name: 'dev', clusterName: 'bowline-dev', folder: join(folder, 'node'), ports, identityKeyFile };
  const child = startRestate(program, { ...node, concurrentTurns: 1_000 });
  try {
    await untilHealthy(child);
  } catch (thrown) {
    await child.stop();
    throw thrown;
  }
  return {
    ingress: child.ingress,
    admin: child.admin,
    publicKey: toPublicIdentity(readFileSync(identityKeyFile, 'utf8')),
    workerPort: ports.worker,
    ended: child.ended,
    stop: child.stop,
  };
}

function readPorts(folder: string): Ports | undefined {
  try {
    return portsSchema.parse(JSON.parse(readFileSync(join(folder, 'ports.json'), 'utf8')));
  } catch {
    return undefined; // the first time, or somebody has edited it
  }
}

async function choosePorts(folder: string): Promise<Ports> {
  const [fabric = 0, ingress = 0, admin = 0, worker = 0] = await findFreePorts(4);
  const ports = { fabric, ingress, admin, worker };
  writeFileSync(join(folder, 'ports.json'), `${JSON.stringify(ports)}\n`, { mode: 0o600 });
  return ports;
}
