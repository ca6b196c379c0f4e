import { createModelSetup } from '@bowline/providers';
import { openSession, silenceAdk, type HostEnvironment } from '@bowline/assembly';
import type { ModelClient } from '@bowline/models';
import { createMessage, type AgentEvent } from '@bowline/protocol';
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findMarked } from '../../../tests/kit/marked-processes.ts';
import { ABORT_WORD, type PlayedCommand } from '../played-command.ts';

/** Lets an agent run commands, one per turn, and reports the cost and the leftovers of each. */
const [, , folder = '', supervisor = '', mark = '', ...commands] = process.argv;
silenceAdk(); // stdout is for the report
const LOOK_MS = 20;
const PATIENCE_MS = 5000;
let made = 0;

const model: ModelClient = {
  async *stream({ contents }) {
    const { text } = contents.at(-1)?.parts?.[0] ?? {};
    const parts =
      text === undefined
        ? [{ text: 'done' }]
        : [{ functionCall: { name: 'run_shell_command', args: { command: text } } }];
    yield { content: { role: 'model', parts }, finishReason: 'STOP' };
  },
};

const machine: HostEnvironment = {
  sessionsFolder: join(folder, 'sessions'),
  home: join(folder, 'home'),
  bowlineHome: join(folder, 'home', '.bowline'),
  grammars: {
    runtime: join(import.meta.dirname, 'web-tree-sitter.wasm'),
    grammar: join(import.meta.dirname, 'tree-sitter-bash.wasm'),
  },
  user: 'tester',
  owner: { pid: process.pid, host: 'here', name: 'command-player' },
  node: { execPath: process.execPath, execArgv: process.execArgv, supervisor },
  environment: { PATH: process.env['PATH'] ?? '', TMPDIR: folder, R7_MARK: mark },
  platform: process.platform,
  version: '0',
  newId: () => `${process.pid}-${(made += 1)}`,
};

const opened = await openSession(
  {
    workspace: folder,
    model: { name: 'scripted' },
    models: createModelSetup({ client: model }),
    approval: { mode: 'yolo' },
    isInteractive: false,
  },
  machine,
);

/** Living processes of the commands, without the supervisor. */
const living = () => findMarked(mark).filter(({ command }) => !command.includes(supervisor));

async function play(command: string): Promise<PlayedCommand> {
  let abortedAt: number | undefined;
  let endedAt = 0;
  let said = '';
  let reason = '';
  const take = (event: AgentEvent): void => {
    if (event.type === 'tool_response') [endedAt, said] = [performance.now(), JSON.stringify(event.content)];
    if (event.type === 'agent_end') reason = event.reason;
    if (event.type !== 'tool_update' || !event.text.includes(ABORT_WORD) || abortedAt !== undefined) return;
    abortedAt = performance.now();
    void opened.session.abort();
  };
  for await (const event of opened.session.sendStream(createMessage(command))) take(event);
  const abortMs = abortedAt === undefined ? 0 : performance.now() - abortedAt;
  const from = abortedAt ?? endedAt;
  while (living().length > 0 && performance.now() - from < PATIENCE_MS) await delay(LOOK_MS);
  const goneMs = performance.now() - from;
  return { reason, said: said.slice(0, 300), abortMs, goneMs, left: living().length, peaks: readPeaks() };
}

/** Peak memory of this process and of the supervisor, in KB. */
function readPeaks(): PlayedCommand['peaks'] {
  const watcher = findMarked(mark).find(({ command }) => command.includes(supervisor));
  return { own: readPeak('self'), supervisor: watcher === undefined ? 0 : readPeak(String(watcher.pid)) };
}

function readPeak(pid: string): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

for (const command of commands) writeSync(1, `${JSON.stringify(await play(command))}\n`);
await opened.close();
