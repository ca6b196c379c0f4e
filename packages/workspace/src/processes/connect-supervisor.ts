import { AgentError } from '@bowline/protocol';
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addressFile, createSocketPath, readAddress } from './supervisor-address.ts';
import type { FencedOwner, SessionFence } from '../fence/session-fence.ts';
import { JsonLines, toJsonLine } from './json-lines.ts';
import { MAX_LINE, MESSAGE_VERSION } from './message-version.ts';
import { supervisorMessageSchema, type SupervisorSandbox, type SupervisorSettings } from './supervisor-messages.ts';

/** How to reach the supervisor of a session, and how to launch it. */
export interface SupervisorLaunch {
  readonly stateFolder: string;
  /** The file that a supervisor process runs. */
  readonly supervisorEntry: string;
  readonly execPath: string;
  readonly execArgv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** PATH for commands that run without approval, when it differs. */
  readonly unaskedPath?: string | undefined;
  /** Texts to remove from output files. */
  readonly leftOut?: readonly string[] | undefined;
  readonly leaseMs: number;
  /** Tells the owners of the workspace apart. Default: they are not. */
  readonly fence?: Pick<SessionFence, 'own' | 'renew' | 'renewEveryMs'> | undefined;
  /** How to confine commands, queried when the supervisor is launched. Default: no sandbox. */
  readonly sandbox?: (() => Promise<SupervisorSandbox | undefined>) | undefined;
}

const REPLACE = 'Wait until its commands have ended, or use the version that started them';
const PATIENCE_MS = 2000;
/** Allows for a slow start on a busy machine. */
const LONG_PATIENCE_MS = 10_000;

/** Connects to the supervisor and launches it if necessary. Fails with an `AgentError`. */
export async function connectSupervisor(launch: SupervisorLaunch): Promise<Socket> {
  mkdirSync(launch.stateFolder, { recursive: true, mode: 0o700 });
  const owner = await launch.fence?.own();
  const socketPath = createSocketPath(launch.stateFolder);
  const began = performance.now();
  let launched: Launched | undefined;
  for (;;) {
    const socket = await tryConnect(readAddress(launch.stateFolder) ?? socketPath, owner);
    if (socket !== undefined) return await leased(socket, launch);
    const isStarting = launched !== undefined && !launched.hasExited;
    const patienceMs = isStarting ? LONG_PATIENCE_MS : PATIENCE_MS;
    const problem = launched?.problem ?? (performance.now() - began > patienceMs ? 'it does not answer' : undefined);
    if (problem !== undefined) throw cannotStart(launch, problem);
    // A supervisor that exited normally found another in its place, which may have left by now.
    if (!isStarting) launched = await launchAnother(launch, { socketPath, owner });
    await delay(5);
  }
}

async function launchAnother(
  launch: SupervisorLaunch,
  { socketPath, owner }: { readonly socketPath: string; readonly owner: FencedOwner | undefined },
): Promise<Launched> {
  const sandbox = (await launch.sandbox?.()) ?? null;
  return launchSupervisor(launch, { socketPath, sandbox, fence: owner });
}

/** Before the first command: a supervisor without a lease would run it for an owner that is cut off. */
async function leased(socket: Socket, { fence }: SupervisorLaunch): Promise<Socket> {
  try {
    const until = await fence?.renew();
    if (until !== undefined) socket.write(toJsonLine({ type: 'renew', until }));
    return socket;
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  }
}

interface Launched {
  hasExited: boolean;
  problem: string | undefined;
}

function launchSupervisor(
  launch: SupervisorLaunch,
  { socketPath, sandbox, fence }: Pick<SupervisorSettings, 'socketPath' | 'sandbox' | 'fence'>,
): Launched {
  const { stateFolder, leaseMs, execPath, execArgv, supervisorEntry, env } = launch;
  const addressPath = addressFile(stateFolder);
  const settings: SupervisorSettings = { stateFolder, socketPath, addressPath, leaseMs, sandbox, fence };
  const launched: Launched = { hasExited: false, problem: undefined };
  const errors = openSync(errorFile(stateFolder), 'w', 0o600);
  const child = spawn(execPath, [...execArgv, supervisorEntry, JSON.stringify(settings)], {
    cwd: '/',
    env,
    detached: true,
    stdio: ['ignore', 'ignore', errors],
  });
  closeSync(errors);
  child.on('exit', (code, signal) => {
    launched.hasExited = true;
    if (code !== 0) launched.problem = `it ended with ${signal ?? `exit code ${code ?? ''}`}`;
  });
  child.on('error', (error) => {
    launched.hasExited = true;
    launched.problem = error.message;
  });
  child.unref();
  return launched;
}

const errorFile = (stateFolder: string): string => join(stateFolder, 'supervisor.errors');

function cannotStart(launch: SupervisorLaunch, problem: string): AgentError {
  const said = readFileSync(errorFile(launch.stateFolder), 'utf8').trim().slice(0, 600);
  return new AgentError('INTERNAL', `Cannot reach the supervisor of shell commands: ${problem}`, {
    hint: said === '' ? `It is started as: ${launch.execPath} ${launch.supervisorEntry}` : `It printed: ${said}`,
  });
}

/** A connection that was greeted: one that a leaving supervisor never accepted does not count. */
function tryConnect(path: string, owner: FencedOwner | undefined): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    const miss = (): void => {
      socket.destroy();
      resolve(undefined);
    };
    socket.once('error', miss);
    socket.once('close', miss);
    const hello = { type: 'hello', version: MESSAGE_VERSION, token: owner?.token };
    socket.once('connect', () => socket.write(toJsonLine(hello)));
    socket.once('data', (chunk) => {
      const [line] = new JsonLines(supervisorMessageSchema, MAX_LINE).push(chunk);
      if (!line?.ok || line.message.type !== 'hello' || line.message.version !== MESSAGE_VERSION) {
        socket.destroy();
        reject(new AgentError('INTERNAL', 'The supervisor of this session has a different version', { hint: REPLACE }));
        return;
      }
      socket.pause();
      socket.off('error', miss);
      socket.off('close', miss);
      resolve(socket);
    });
  });
}
