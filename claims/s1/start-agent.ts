import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AgentOrder, BatteryPlaces, BatteryTarget } from './battery-plan.ts';
import type { BatteryHost } from './open-host.ts';

/** A line that the agent or one of its commands printed. */
export interface AgentLine {
  readonly pid?: number;
  readonly name?: string;
  readonly ok?: boolean;
  readonly text?: string;
  readonly waits?: boolean;
  readonly ended?: string;
  readonly code?: number | null;
  readonly errors?: string;
}

/** The options of an agent. */
export interface AgentParts {
  readonly host: BatteryHost;
  readonly places: BatteryPlaces;
  readonly target: BatteryTarget;
  readonly commands: AgentOrder['commands'];
}

/** The state folder of a host's agent. */
export function stateFolderOf({ home }: BatteryHost): string {
  return join(dirname(home), 'state');
}

/** The file with the output to the agent's terminal. */
export function terminalOf({ home }: BatteryHost): string {
  return join(dirname(home), 'written');
}

/** Starts the agent in a terminal, with inherited descriptors and a key in its environment; resolves when it exits. */
export async function startAgent(parts: AgentParts, onLine: (line: AgentLine) => void): Promise<void> {
  const { host, places, target, commands } = parts;
  const probes = dirname(host.settingsFile);
  const env = { PATH: process.env['PATH'] ?? '', HOME: host.home, LANG: 'C.UTF-8', TERM: 'xterm' };
  const readable = [probes, places.setuidProgram];
  const { peer } = places;
  const order: AgentOrder = {
    target,
    peer,
    home: host.home,
    readable,
    stateFolder: stateFolderOf(host),
    env,
    commands,
  };
  const orderFile = join(dirname(host.home), 'order.json');
  writeFileSync(orderFile, JSON.stringify(order));
  const agent = [process.execPath, places.agent, orderFile];
  const inherited = [host.out, join(host.home, '.ssh/id_rsa')];
  const words = ['-B', join(probes, 'agent-terminal.py'), host.settingsFile, terminalOf(host), ...inherited, ...agent];
  const child = spawn('/usr/bin/python3', words, {
    env: { ...env, [host.keyName]: host.secret, SSH_AUTH_SOCK: join(places.run, `${target}.sock`) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    onLine(JSON.parse(line) as AgentLine);
  });
  await new Promise((resolve) => child.once('close', resolve));
}
