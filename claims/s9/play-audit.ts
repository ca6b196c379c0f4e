import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type LogRecord } from '@bowline/log';
import { answer, all, type ScriptedCall } from '@bowline/testkit';
import type { CliBench } from './open-cli-bench.ts';

/** Programs that ran, and what the log contained when they started. */
export interface Audit {
  readonly expected: number;
  /** Starts that the programs recorded themselves. */
  readonly ran: number;
  /** Those without a durable record of the start in the log at that moment. */
  readonly unrecorded: readonly string[];
  /** A denied call ran anyway. */
  readonly isDeniedRun: boolean;
  /** As a control: a program that no tool started is found to have no record. */
  readonly isControlSeen: boolean;
}

const SESSION = 'audit';
const PATTERN = 'canary-stored';
const EXPECTED = ['one', 'left', 'right', 'piped', 'failing', 'behind', 'terminal', 'rg', 'last'];

/** Lets a session run programs in every way that tools do; each program copies the log when it starts. */
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
  // The last program has recorded its start before the agent is killed.
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

/** A wrapper for ripgrep that records a search by the model. Bowline also uses ripgrep itself, to list files. */
function rg(note: string): string {
  return `#!/bin/sh\ncase "$*" in *${PATTERN}*) '${note}' rg ;; esac\nexec /usr/bin/rg "$@"\n`;
}

/** Whether a copy of the log contains a program's call and the record of its start. */
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
  // For a tool that only reads, the request is the record, because it may run again after a crash.
  if (name === 'rg') return calls.some((call) => call.name === 'grep_search');
  const wanted = calls.find(({ args }) => JSON.stringify(args).includes(`s9-note ${name}`));
  return records.some((record) => record.type === 'tool_started' && record.body.callId === wanted?.callId);
}
