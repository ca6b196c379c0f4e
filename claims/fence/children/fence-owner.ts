import { openSession, silenceAdk, type HostEnvironment } from '@bowline/assembly';
import { createModelSetup } from '@bowline/providers';
import type { ModelClient } from '@bowline/models';
import { createMessage, toText, type AgentEvent } from '@bowline/protocol';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openPool } from '../../../packages/server/src/store/open-pool.ts';
import { openPostgresStore } from '../../../packages/server/src/store/open-postgres-store.ts';
import type { OwnerLine, OwnerTask } from '../owner-task.ts';

/** Opens a session, lets its agent run one command, and reports the results of calls. */
const task = JSON.parse(process.argv[2] ?? '') as OwnerTask;
silenceAdk(); // stdout is for the report
const say = (line: OwnerLine): void => {
  writeSync(1, `${JSON.stringify(line)}\n`);
};

let asked = 0;
const model: ModelClient = {
  async *stream() {
    asked += 1;
    const args = { command: task.command, ...(task.isBackground ? { is_background: true } : {}) };
    const isLast = asked > 1;
    // A call ends with a background command, or when a living owner loses its supervisor. The turn stays open, so that
    // there is something to take over.
    if (isLast && !task.isTakeover) await new Promise(() => undefined);
    const parts = isLast ? [{ text: 'done' }] : [{ functionCall: { name: 'run_shell_command', args } }];
    yield { content: { role: 'model', parts }, finishReason: 'STOP' };
  },
};

const { postgres } = task;
const machine: HostEnvironment = {
  sessionsFolder: join(task.home, 'sessions'),
  ...(postgres === undefined
    ? {}
    : { openStore: () => openPostgresStore({ pool: openPool(postgres), tenant: 'default' }) }),
  home: task.home,
  bowlineHome: join(task.home, '.bowline'),
  grammars: {
    runtime: join(import.meta.dirname, 'web-tree-sitter.wasm'),
    grammar: join(import.meta.dirname, 'tree-sitter-bash.wasm'),
  },
  user: 'tester',
  owner: { pid: process.pid, host: 'here', name: 'fence-owner' },
  node: { execPath: process.execPath, execArgv: process.execArgv, supervisor: task.supervisor },
  environment: { PATH: process.env['PATH'] ?? '', TMPDIR: process.env['TMPDIR'] ?? '', FENCE_MARK: task.mark },
  platform: process.platform,
  version: '0',
  newId: () => crypto.randomUUID(),
  commandLeaseMs: postgres === undefined ? undefined : task.leaseMs,
  fencesCommands: task.isFenced,
};

const { session } = await openSession(
  {
    workspace: task.workspace,
    session: task.isTakeover ? { resume: task.sessionId, takeover: true } : { id: task.sessionId },
    model: { name: 'scripted' },
    models: createModelSetup({ client: model }),
    approval: { mode: 'yolo' },
    isInteractive: false,
  },
  machine,
);
const ended = Promise.withResolvers<undefined>();
session.subscribe((event: AgentEvent) => {
  if (event.type === 'tool_request') say({ type: 'requested' });
  if (event.type === 'tool_response')
    say({ type: 'response', errorType: event.errorType, text: toText(event.content) });
  if (event.type !== 'agent_end') return;
  say({ type: 'ended', reason: event.reason });
  ended.resolve(undefined);
});
say({ type: 'opened' });
await session.send(task.isTakeover ? { action: { name: 'resume' } } : createMessage('go'));
await ended.promise;
process.exit(0);
