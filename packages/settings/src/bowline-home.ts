import { homedir } from 'node:os';
import { join } from 'node:path';

/** Bowline's folder in the user's home. */
export function bowlineHomeOf(env: Readonly<Record<string, string | undefined>>): string {
  return env['BOWLINE_HOME'] ?? join(homedir(), '.bowline');
}

/** The user's name from the environment. Querying the system's user database may open a network connection. */
export function userNameOf(env: Readonly<Record<string, string | undefined>>): string {
  const named = [env['USER'], env['LOGNAME'], env['USERNAME']].find((name) => name !== undefined && name !== '');
  return named ?? 'unknown user';
}
