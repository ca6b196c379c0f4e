import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Our folder in the person's home. */
export function bowlineHomeOf(env: Readonly<Record<string, string | undefined>>): string {
  return env['BOWLINE_HOME'] ?? join(homedir(), '.bowline');
}

/**
 * Who the person is, as the environment says: asking the system's book of users may open a connection. Only where that
 * says nothing it is asked, and a container may run under a number that has no name there either.
 */
export function userNameOf(env: Readonly<Record<string, string | undefined>>): string {
  const named = [env['USER'], env['LOGNAME'], env['USERNAME']].find((name) => name !== undefined && name !== '');
  if (named !== undefined) return named;
  try {
    return userInfo().username;
  } catch {
    return 'unnamed user';
  }
}
