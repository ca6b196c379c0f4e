import { createJsonLog, openNatsBus, openPool, openPostgresBus, openStatusPort, type EventBus } from '@bowline/server';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openWorkerHere, secretsOf } from './open-worker-here.ts';
import { parseServerWords, requireDatabase, type ServerWords } from './parse-server-words.ts';
import { untilStopped } from './until-stopped.ts';

const USAGE = `bowline worker --database URL --identity KEY [--listen HOST:PORT] [--url URL]

  Runs the turns of sessions whose logs are in PostgreSQL, when Restate says so. Start as many as there is work for,
  on as many machines: any of them goes on with what another one began.

      --database URL             PostgreSQL, as the role bowline_app; default: $DATABASE_URL
      --restate-ingress URL      default: $RESTATE_INGRESS_URL, else http://127.0.0.1:8080
      --restate-admin URL        default: $RESTATE_ADMIN_URL, else http://127.0.0.1:9070
      --identity KEY             Restate's public key (publickeyv1_...); default: $RESTATE_IDENTITY_KEY
      --listen HOST:PORT         where Restate's requests come in; default: 127.0.0.1:9080
      --shared                   several workers on this machine listen on one port
      --workspaces FOLDER        where sessions may work, and below; {tenant} in it is the tenant; may be given again.
                                 Any folder unless told: whoever has a token then works as this user anywhere
      --url URL                  where Restate reaches the workers, all of them and their next version
      --nats URL                 tell what happens over NATS instead of PostgreSQL; default: $NATS_URL
      --status-port PORT         /healthz, /readyz and /metrics, for who has $BOWLINE_TOKEN
      --drain SECONDS            how long turns may go on when it is stopped; default: 20

  It says what it does as JSON, a line each, on stderr. SIGTERM lets turns end or hands them over, then exits 0.
`;

/** Runs turns until it is stopped. Resolves to the exit code. */
export async function runWorker(words: readonly string[], env: CommandEnv): Promise<number> {
  const asked = parseServerWords(words, USAGE, env);
  if (asked.isHelp) {
    env.stdout(USAGE);
    return EXIT.ok;
  }
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
