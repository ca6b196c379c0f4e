// The process that runs commands for a session and outlives the agent. Launched by connect-supervisor.ts.
import { closeInherited } from '../sandbox/linux/close-inherited.ts';
import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { ANSWER_FD } from '../fence/end-others.ts';
import type { SupervisorSettings } from '../processes/supervisor-messages.ts';
import { endSupervisors, type SupervisorsToEnd } from './end-supervisors.ts';
import { endLeftBehind } from './end-left-behind.ts';
import { guardLease, type GuardedLease } from './guard-lease.ts';
import { openCommandSandbox } from './open-command-sandbox.ts';
import { openSupervisor } from './open-supervisor.ts';
import { createProcessTable } from './process-table.ts';
import { removeDeadSockets } from './remove-socket-files.ts';
import { createSupervisorMark } from './supervisor-mark.ts';

/** Delays the scan of all processes, so that the first command does not wait for it. */
const LEFT_BEHIND_MS = 150;

const { pid, arch: architecture, platform, execPath } = process;
const uid = process.getuid?.() ?? 0;
const [, entry = '', argument = 'null'] = process.argv;
const given = JSON.parse(argument) as
  SupervisorSettings | { readonly ends: SupervisorsToEnd } | { readonly guards: GuardedLease };
const table = createProcessTable((target, signal) => process.kill(target, signal), platform);
if ('ends' in given) {
  writeSync(ANSWER_FD, JSON.stringify(await endSupervisors(given.ends, table)));
  process.exit(0);
}
if ('guards' in given) {
  await guardLease(given.guards, { table, renewals: process.stdin });
  process.exit(0);
}
// Commands must not inherit the agent's terminal descriptors.
closeInherited();
const settings = given;
// In a container, the machine reports more memory than is available.
const totalBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const confining = openCommandSandbox(settings, { pid, uid, architecture, execPath, totalBytes });
const endedLeftBehind = delay(LEFT_BEHIND_MS).then(async () => {
  removeDeadSockets(settings.socketPath);
  await endLeftBehind(table);
});
const supervisor = openSupervisor({
  ...settings,
  table,
  sandbox: confining?.sandbox,
  networks: confining?.networks,
  group: confining?.group,
  limiting: settings.sandbox?.bubblewrap,
  pid,
  mark: createSupervisorMark(pid),
  // A session of its own, so that no signal to this process group reaches it.
  startGuard: (guards) =>
    spawn(execPath, [...process.execArgv, entry, JSON.stringify({ guards })], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    }),
  onDone: () => void endedLeftBehind.finally(() => process.exit(0)),
});
// Another supervisor exists or is starting, which is just as good.
if (supervisor === undefined) process.exit(0);
process.once('exit', () => confining?.group?.leave());
if (settings.sandbox?.hasNetwork === true) confining?.networks.prepare();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    void supervisor.stop('killed');
  });
}
