import { statSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import { AgentError } from '@bowline/protocol/plain';

/** The files and folders that a command line names, as they were typed. */
export interface NamedPlaces {
  readonly directories?: readonly string[];
  readonly policies?: readonly string[];
}

/** Throws when a policy file or a folder that was named is not there: a run without it would go by other rules. */
export function checkPlaces({ directories = [], policies = [] }: NamedPlaces, cwd: string): void {
  for (const file of policies)
    if (statOf(file, cwd)?.isFile() !== true)
      throw wrong(`--policy ${file}: there is no such file`, 'check the path; bowline policy list shows the rules');
  for (const folder of directories)
    if (statOf(folder, cwd)?.isDirectory() !== true)
      throw wrong(`--include-directories ${folder}: there is no such folder`, 'check the path');
}

function statOf(path: string, cwd: string): Stats | undefined {
  try {
    return statSync(resolve(cwd, path));
  } catch {
    return undefined; // below a file, or in a folder that you may not read
  }
}

function wrong(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
