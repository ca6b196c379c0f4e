import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, openSync, closeSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { kill } from 'node:process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentError } from '@bowline/protocol';
import { askRestate } from './ask-restate.ts';
import { toRestateAddresses, toRestateConfig, type RestateNode } from './restate-config.ts';

/** A Restate node that runs as a child of this process. */
export interface RestateProcess {
  readonly pid: number;
  readonly ingress: string;
  readonly admin: string;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Shuts the node down, and kills it if that takes too long. */
  readonly stop: () => Promise<void>;
}

const HEALTHY_MS = 60_000;
const STOP_MS = 15_000;

/** Finds Restate's executable among the dependencies of this package. It is never downloaded. */
export function findRestate(from: string): string {
  const name = `@restatedev/restate-server-${platform()}-${arch()}/bin/restate-server`;
  try {
    // The package depends on one for this platform, which contains the executable and may be installed beside or inside
    // it.
    const beside = createRequire(from).resolve('@restatedev/restate-server/package.json');
    return createRequire(beside).resolve(name);
  } catch (thrown) {
    throw new AgentError('SETTINGS_INVALID', 'The Restate server is not installed', {
      hint: 'Run npm install --global --ignore-scripts @restatedev/restate-server, or run Restate elsewhere and pass its addresses',
      cause: thrown,
    });
  }
}

/** Runs a program until it ends or stdin closes, so that it does not outlive the process that started it. */
const TIED = `exec 3<&0
"$@" </dev/null 3<&- & child=$!
( cat <&3 >/dev/null; kill -TERM "$child"; sleep 12; kill -KILL "$child" ) 2>/dev/null & watch=$!
wait "$child"; code=$?
kill "$watch" 2>/dev/null
exit "$code"`;

/**
 * Writes the node's configuration and starts it, with its output in a file in its folder. It ends with this process.
 */
export function startRestate(program: string, node: RestateNode): RestateProcess {
  mkdirSync(node.folder, { recursive: true, mode: 0o700 });
  const config = join(node.folder, 'restate.toml');
  writeFileSync(config, toRestateConfig(node), { mode: 0o600 });
  const output = openSync(join(node.folder, 'restate.log'), 'a', 0o600);
  const command = ['-c', TIED, 'restate', program, '--no-logo', '--config-file', config];
  const child = spawn('/bin/sh', command, {
    stdio: ['pipe', output, output],
    // Restate needs nothing from our environment, and RESTATE_ variables would override the file.
    env: { PATH: '/usr/bin:/bin' },
    cwd: node.folder,
    // In its own process group: Ctrl-C must not reach it, because we shut it down, and a signal to the group reaches
    // all of its processes.
    detached: true,
  });
  closeSync(output);
  const ended = endOf(child);
  const { ingress, admin } = toRestateAddresses(node);
  return {
    pid: child.pid ?? -1,
    ingress,
    admin,
    ended,
    signal: (signal) => {
      signalGroup(child, signal);
    },
    stop: async () => {
      child.stdin?.end();
      const late = sleep(STOP_MS, 'late', { ref: false });
      if ((await Promise.race([ended, late])) === 'late') signalGroup(child, 'SIGKILL');
      await ended;
    },
  };
}

/** Resolves when the node accepts invocations. */
export async function untilHealthy(node: Pick<RestateProcess, 'ingress' | 'admin' | 'ended'>): Promise<void> {
  const ended = node.ended.then(() => 'ended' as const);
  const deadline = Date.now() + HEALTHY_MS;
  while (Date.now() < deadline) {
    if (await isHealthy(node)) return;
    if ((await Promise.race([ended, sleep(50)])) === 'ended') break;
  }
  throw new AgentError('INTERNAL', 'Restate did not start', { hint: 'See restate.log in its folder' });
}

async function isHealthy({ ingress, admin }: { readonly ingress: string; readonly admin: string }): Promise<boolean> {
  const places = [
    { address: ingress, path: '/restate/health' },
    { address: admin, path: '/health' },
  ];
  const answers = await Promise.all(
    places.map(async (place) => {
      try {
        const response = await askRestate(place, { method: 'GET', timeoutMs: 2_000 });
        await response.arrayBuffer();
        return response.ok;
      } catch {
        return false;
      }
    }),
  );
  return answers.every(Boolean);
}

function signalGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) kill(-pid, signal);
}

async function endOf(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
    child.once('error', () => {
      resolve();
    });
  });
}
