// The process that runs commands for a session and outlives the agent; launched by connect-supervisor.ts.
import { closeInherited } from '@bowline/workspace';
import { totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { SupervisorSettings } from '../supervisor-messages.ts';
import { endLeftBehind } from './end-left-behind.ts';
import { openCommandSandbox } from './open-command-sandbox.ts';
import { openSupervisor } from './open-supervisor.ts';
import { createProcessTable } from './process-table.ts';
import { removeDeadSockets } from './remove-socket-files.ts';
import { createSupervisorMark } from './supervisor-mark.ts';

/** When all processes of the machine are looked at: not while the first command waits for its start. */
const LEFT_BEHIND_MS = 150;

// What the agent was given by its terminal is nothing for commands.
closeInherited();
const { pid, arch: architecture, platform, execPath } = process;
const uid = process.getuid?.() ?? 0;
const settings = JSON.parse(process.argv[2] ?? 'null') as SupervisorSettings;
// In a container the machine has more than there is.
const totalBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const confining = openCommandSandbox(settings, { pid, uid, architecture, execPath, totalBytes });
const table = createProcessTable((target, signal) => process.kill(target, signal), platform);
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
  onDone: () => void endedLeftBehind.finally(() => process.exit(0)),
});
// Another one is there, or about to be: that is as good.
if (supervisor === undefined) process.exit(0);
process.once('exit', () => confining?.group?.leave());
if (settings.sandbox?.hasNetwork === true) confining?.networks.prepare();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    void supervisor.stop('killed');
  });
}
