import { join } from 'node:path';
import { bowlineHomeOf } from '@bowline/settings';
import { setUpModels } from '@bowline/providers';
import { openWorkerNode, type Worker, type WorkerNodeOptions } from '@bowline/server';
import type { CommandEnv } from '../command.ts';
import { readSettings } from '../session/read-settings.ts';
import { openObjects } from './open-objects.ts';
import type { ServerWords } from './parse-server-words.ts';

/** The options of a worker that do not come from this machine. */
export type WorkerHere = Pick<
  WorkerNodeOptions,
  'pool' | 'bus' | 'restate' | 'endpoint' | 'url' | 'drainMs' | 'workspaces' | 'log'
> &
  Pick<ServerWords, 'files' | 'homes'>;

/** Opens a worker with the models, keys and settings of this machine. Each session has the settings of its folder. */
export async function openWorkerHere({ files, homes, ...here }: WorkerHere, env: CommandEnv): Promise<Worker> {
  const { env: variables, home, machine } = env;
  const settings = readSettings(env);
  const models = setUpModels({ env: variables, home, bowlineHome: bowlineHomeOf(variables), settings });
  const folder = homes ?? join(bowlineHomeOf(variables), 'homes');
  return await openWorkerNode({
    ...here,
    savedFiles: files === undefined ? undefined : { store: openObjects(files, env), homes: folder },
    machine: { ...machine, owner: { ...machine.owner, name: 'bowline worker' } },
    options: { models, settings: (workspace) => readSettings(env, { workspace }) },
  });
}

/** Shorter values may be ordinary words in a log. */
const SHORTEST_SECRET = 8;

/** The values to redact from logs: passwords in URLs, and variables with names like secrets. */
export function secretsOf({ env }: CommandEnv, urls: readonly (string | undefined)[]): readonly string[] {
  const passwords = urls.flatMap((url) => (url === undefined ? [] : passwordOf(url)));
  const named = Object.entries(env).flatMap(([name, value = '']) =>
    /(KEY|TOKEN|SECRET|PASSWORD)$/i.test(name) && value.length >= SHORTEST_SECRET ? [value] : [],
  );
  return [...passwords, ...named];
}

function passwordOf(url: string): readonly string[] {
  try {
    const { password } = new URL(url);
    return password === '' ? [] : [password, decodeURIComponent(password)];
  } catch {
    return [url];
  }
}
