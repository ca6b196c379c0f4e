import { createJsonLog, openPool } from '@bowline/server';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { serverTexts } from '../texts/settings-texts.ts';
import { openBus, openStatus } from '../serving/open-bus.ts';
import { openWorkerHere, secretsOf } from '../serving/open-worker-here.ts';
import { parseServerWords, requireDatabase, type ServerWords } from '../serving/parse-server-words.ts';
import { untilStopped } from '../serving/until-stopped.ts';

/** Runs turns until the process is stopped. Resolves to the exit code. */
export async function runWorker(words: readonly string[], env: CommandEnv): Promise<number> {
  const asked = parseServerWords(words, 'worker', env);
  const database = requireDatabase(asked);
  const token = statusTokenOf(asked);
  const log = createJsonLog(env.stderr, secretsOf(env, [database, asked.nats]));
  const pool = openPool(database);
  const bus = await openBus(asked, database);
  const { restate, identityKeys, listen, isShared, url, drainMs, workspaces, files, homes } = asked;
  const endpoint = { ...listen, isShared, identityKeys };
  const worker = await openWorkerHere(
    { pool, bus, restate, endpoint, url, drainMs, workspaces, files, homes, log },
    env,
  );
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

/** The token of the status port. Throws before anything is opened if it is missing. */
function statusTokenOf({ statusPort, token = '' }: ServerWords): string {
  if (statusPort === undefined || token !== '') return token;
  const { message, hint } = serverTexts.noStatusToken;
  throw new AgentError('SETTINGS_INVALID', message, { hint });
}
