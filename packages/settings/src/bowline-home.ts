import { homedir } from 'node:os';
import { join } from 'node:path';

/** Our folder in the person's home. */
export function bowlineHomeOf(env: Readonly<Record<string, string | undefined>>): string {
  return env['BOWLINE_HOME'] ?? join(homedir(), '.bowline');
}

/** Who the person is, as the environment says: to ask the system's user database may open a connection. */
export function userNameOf(env: Readonly<Record<string, string | undefined>>): string {
  const named = [env['USER'], env['LOGNAME'], env['USERNAME']].find((name) => name !== undefined && name !== '');
  return named ?? 'unknown user';
}
