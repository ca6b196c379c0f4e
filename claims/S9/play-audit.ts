import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type LogRecord } from '@bowline/log';
import { answer, all, type ScriptedCall } from '@bowline/testkit';
import type { CliBench } from './open-cli-bench.ts';

/** Programs that ran, and what the log had of them when they began. */
export interface Audit {
  readonly expected: number;
  /** Starts that the programs noted themselves. */
  readonly ran: number;
  /** Of these, those for which no durable record of the start was in the log at that moment. */
  readonly unrecorded: readonly string[];
  /** A call that was denied, and ran all the same. */
  readonly isDeniedRun: boolean;
  /** For control: a program that no tool started is found to have no record. */
  readonly isControlSeen: boolean;
}

const SESSION = 'audit';
const PATTERN = 'canary-stored';
const EXPECTED = ['one', 'left', 'right', 'piped', 'failing', 'behind', 'terminal', 'rg', 'last'];

/** Has a session run programs in every way that tools do, each of which keeps a copy of the log as it is when it starts. */
export async function playAudit({ folder, bowlineHome, run }: CliBench): Promise<Audit> {
  const notes = join(folder, 'notes');
  const programs = join(folder, 'bin');
  for (const path of [notes, programs]) mkdirSync(path, { recursive: true });
  const session = join(bowlineHome, 'sessions', SESSION);
  const note = join(programs, 's9-note');
  const script = `#!/bin/sh\nmkdir -p '${notes}'/$1 && cp -r '${session}' '${notes}'/$1/${SESSION}\n`;
  writeFileSync(note, script, { mode: 0o755 });
  writeFileSync(join(programs, 'rg'), rg(note), { mode: 0o755 });
  const shell = (command: string, more: object = {}): ScriptedCall => ({
    name: 'run_shell_command',
    args: { command, ...more },
  });
  const steps = [
    answer.calls(shell('s9-note one')),
    answer.calls(shell('s9-note left'), shell('s9-note right | s9-note piped'), shell('s9-note failing; exit 3')),
    answer.calls(shell('s9-note behind', { is_background: true, delay_ms: 1000 })),
    answer.calls(shell('s9-note terminal', { tty: true })),
    answer.calls({ name: 'grep_search', args: { pattern: PATTERN } }),
    answer.calls(shell('s9-note denied; cat .env')),
    answer.calls(shell('s9-note last; touch last.mark; sleep 5')),
    answer.text('done'),
  ];
  const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}` };
  const isLast = (): boolean => existsSync(join(notes, 'last', SESSION, 'head'));
  // The last one is noted before the agent is killed.
  await run(['-y', '-p', 'go', '--session-id', SESSION], {
    script: steps,
    env,
    signal: { name: 'SIGKILL', when: isLast },
  });
  execFileSync(note, ['control']);
  const ran = readdirSync(notes);
  const unrecorded: string[] = [];
  for (const name of ran) if (!(await isRecorded(join(notes, name), name))) unrecorded.push(name);
  return {
    expected: EXPECTED.length,
    ran: EXPECTED.filter((name) => ran.includes(name)).length,
    unrecorded: unrecorded.filter((name) => name !== 'control'),
    isDeniedRun: ran.includes('denied'),
    isControlSeen: unrecorded.includes('control'),
  };
}

/** ripgrep, which notes a search of the model; Bowline has it list files for itself as well. */
function rg(note: string): string {
  return `#!/bin/sh\ncase "$*" in *${PATTERN}*) '${note}' rg ;; esac\nexec /usr/bin/rg "$@"\n`;
}

/** Whether a copy of the log has the call of a program, and that it was about to start. */
async function isRecorded(root: string, name: string): Promise<boolean> {
  const store = openStore({ root });
  try {
    const reader = await store.openReader(SESSION);
    const records = await all(reader.read());
    await reader.close();
    return isStarted(records, name);
  } finally {
    await store.close();
  }
}

function isStarted(records: readonly LogRecord[], name: string): boolean {
  const calls = records.flatMap((record) => (record.type === 'tool_requested' ? [record.body] : []));
  // A tool that only reads is on record by its request: it may be run again after a crash.
  if (name === 'rg') return calls.some((call) => call.name === 'grep_search');
  const wanted = calls.find(({ args }) => JSON.stringify(args).includes(`s9-note ${name}`));
  return records.some((record) => record.type === 'tool_started' && record.body.callId === wanted?.callId);
}
