// Runs commands in succession, as the product's supervisor does, and forwards their output.
import {
  closeInherited,
  createLinuxSandbox,
  detectBubblewrap,
  Placeholders,
  type ConfinedCommand,
  type Sandbox,
} from '@bowline/workspace';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { HIDDEN, LIMITS, type AgentOrder } from './battery-plan.ts';
import { toPeerCommand } from './to-peer-command.ts';

const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as AgentOrder;
if (order.target !== 'plain') closeInherited();
print({ pid: process.pid });
const sandbox = order.target === 'plain' || order.peer !== null ? undefined : openSandbox();
for (const command of order.commands) await run(command);

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function openSandbox(): Sandbox {
  const { arch: architecture, pid } = process;
  const detected = detectBubblewrap({ architecture, release: release(), uid: process.getuid?.() ?? 0 });
  if (!detected.ok) throw new Error(detected.problem);
  if (architecture !== 'x64' && architecture !== 'arm64') throw new Error(`no filter for ${architecture}`);
  const [journal, scratch] = [join(order.stateFolder, 'journal'), join(order.stateFolder, 'scratch')];
  for (const folder of [journal, scratch]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const placeholders = new Placeholders(journal, pid);
  return createLinuxSandbox({ bubblewrap: detected.found, architecture, placeholders, scratch });
}

function start(command: AgentOrder['commands'][number]): [ChildProcess, ConfinedCommand | undefined] {
  const { workspace, words } = command;
  const cwd = workspace;
  if (order.peer !== null) {
    const peer = toPeerCommand(order.peer, command, order);
    return [spawn(peer.file, peer.args, { cwd, env: peer.env, stdio: ['ignore', 'pipe', 'pipe'] }), undefined];
  }
  const [file = '', ...args] = words;
  if (order.target === 'plain' || sandbox === undefined) {
    return [spawn(file, args, { cwd, env: process.env, stdio: ['inherit', 'pipe', 'pipe'] }), undefined];
  }
  const { target: profile, home, readable } = order;
  const confined = sandbox.confine(
    { profile, folders: [workspace], home, readable, writable: [], hidden: HIDDEN, unixSockets: false, limits: LIMITS },
    { words, cwd, env: order.env, hasTerminal: false },
  );
  if ('problem' in confined) throw new Error(confined.problem);
  const stdio = ['ignore', 'pipe', 'pipe', ...confined.descriptors] as const;
  const child = spawn(confined.file, confined.args, { cwd, env: confined.env, stdio: [...stdio] });
  confined.started();
  return [child, confined];
}

async function run(command: AgentOrder['commands'][number]): Promise<void> {
  const [child, confined] = start(command);
  let errors = '';
  // Sandboxes of other products print lines of their own, which are dropped.
  if (order.peer === null) child.stdout?.pipe(process.stdout, { end: false });
  else child.stdout?.on('data', passProbeLines());
  child.stderr?.on('data', (piece: Buffer) => (errors += piece.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  confined?.ended();
  print({ ended: command.workspace, code, errors: errors.slice(-600) });
}

function passProbeLines(): (piece: Buffer) => void {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('{')) process.stdout.write(`${line}\n`);
  };
}
