// The process that runs commands for a session and outlives the agent; launched by connect-supervisor.ts.
import type { SupervisorSettings } from '../supervisor-messages.ts';
import { openSupervisor } from './open-supervisor.ts';
import { createProcessTable } from './process-table.ts';

const table = createProcessTable((pid, signal) => process.kill(pid, signal), process.platform);
const supervisor = openSupervisor({
  ...(JSON.parse(process.argv[2] ?? 'null') as SupervisorSettings),
  table,
  onDone: () => process.exit(0),
});
// Another one is there, or about to be: that is as good.
if (supervisor === undefined) process.exit(0);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    void supervisor.stop('killed');
  });
}
