import { createJsonLog, openNatsBus, openPool, openPostgresBus, openStatusPort, type EventBus } from '@bowline/server';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openWorkerHere, secretsOf } from './open-worker-here.ts';
import { parseServerWords, requireDatabase, type ServerWords } from './parse-server-words.ts';
import { untilStopped } from './until-stopped.ts';

/** Runs turns until it is stopped. Resolves to the exit code. */
export async function runWorker(words: readonly string[], env: CommandEnv): Promise<number> {
  const asked = parseServerWords(words, 'worker', env);
  const database = requireDatabase(asked);
  const token = statusTokenOf(asked);
  const log = createJsonLog(env.stderr, secretsOf(env, [database, asked.nats]));
  const pool = openPool(database);
  const bus = await openBus(asked, database);
  const { restate, identityKeys, listen, isShared, url, drainMs, workspaces } = asked;
  const endpoint = { ...listen, isShared, identityKeys };
  const worker = await openWorkerHere({ pool, bus, restate, endpoint, url, drainMs, workspaces, log }, env);
  const status = await openStatus(asked, {
    isReady: async () => !worker.isDraining() && (await pool.query('select 1')).rowCount === 1,
    toMetrics: worker.metrics.toText,
    token,
  });
  await untilStopped(env.signal);
  await worker.drain();
  await status?.close();
  await bus.close();
  await pool.end();
  return EXIT.ok;
}

/** How processes hear from each other: NATS where there is one, else the database. */
export async function openBus({ nats }: ServerWords, database: string): Promise<EventBus> {
  return nats === undefined ? await openPostgresBus({ url: database }) : await openNatsBus({ url: nats });
}

/** The port that says how this process is, when one is wanted. */
export async function openStatus(
  { statusPort }: ServerWords,
  parts: Omit<Parameters<typeof openStatusPort>[0], 'port' | 'host'>,
): Promise<{ readonly close: () => Promise<void> } | undefined> {
  return statusPort === undefined ? undefined : await openStatusPort({ ...parts, port: statusPort });
}

/** What is needed to ask how this process is; an error before anything is opened when it is missing. */
function statusTokenOf({ statusPort, token = '' }: ServerWords): string {
  if (statusPort === undefined || token !== '') return token;
  throw new AgentError('SETTINGS_INVALID', 'a status port tells nothing without a token', {
    hint: 'set BOWLINE_TOKEN',
  });
}
