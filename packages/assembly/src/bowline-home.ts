import { homedir } from 'node:os';
import { join } from 'node:path';

/** Our folder in the person's home. */
export function bowlineHomeOf(env: Readonly<Record<string, string | undefined>>): string {
  return env['BOWLINE_HOME'] ?? join(homedir(), '.bowline');
}
