import { AgentError } from '@bowline/protocol';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { NotesPlace } from './supervisor-notes.ts';

const PATIENCE_MS = 30_000;
/** Where the process writes what it found. */
export const ANSWER_FD = 3;

/** How the entry of supervisors is run. */
interface Launch {
  readonly stateFolder: string;
  readonly supervisorEntry: string;
  readonly execPath: string;
  readonly execArgv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Ends other supervisors of a session, in a process of its own. Resolves to the processes that live in spite of it; fails if
 * that is unknown.
 */
export async function endOthers(
  { folder, place }: NotesPlace,
  { stateFolder, supervisorEntry, execPath, execArgv, env }: Launch,
): Promise<readonly number[]> {
  const task = JSON.stringify({ ends: { notes: { folder, place }, keep: stateFolder } });
  const child = spawn(execPath, [...execArgv, supervisorEntry, task], {
    cwd: '/',
    env,
    timeout: PATIENCE_MS,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const answer = child.stdio[ANSWER_FD] as Readable;
  const { promise: ended, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  const [printed, errors, exitCode] = await Promise.all([text(answer), text(child.stdio[2] as Readable), ended]);
  if (exitCode !== 0) {
    throw new AgentError('INTERNAL', 'Cannot end the commands of an earlier owner', { hint: errors.slice(0, 600) });
  }
  const { living } = JSON.parse(printed) as { readonly living: readonly number[] };
  return living;
}
