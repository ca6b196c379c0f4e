import { AgentError } from '@bowline/protocol';
import { execFile } from 'node:child_process';
import type { NotesPlace } from './supervisor-notes.ts';
import type { SupervisorLaunch } from '../processes/connect-supervisor.ts';

const PATIENCE_MS = 30_000;

/**
 * Ends other supervisors of a session, in a process of its own. Resolves to the processes that live in spite of it; fails if
 * that is unknown.
 */
export async function endOthers(
  { folder, place }: NotesPlace,
  { stateFolder, supervisorEntry, execPath, execArgv, env }: SupervisorLaunch,
): Promise<readonly number[]> {
  const task = JSON.stringify({ ends: { notes: { folder, place }, keep: stateFolder } });
  const options = { cwd: '/', env, timeout: PATIENCE_MS };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  execFile(execPath, [...execArgv, supervisorEntry, task], options, (error, printed, errors) => {
    if (error === null) resolve(printed);
    else
      reject(new AgentError('INTERNAL', 'Cannot end the commands of an earlier owner', { hint: errors.slice(0, 600) }));
  });
  const { living } = JSON.parse(await promise) as { readonly living: readonly number[] };
  return living;
}
