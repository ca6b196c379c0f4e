import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bowlineHomeOf } from '@bowline/settings';
import {
  createJsonLog,
  migrate,
  openDevRestate,
  openServerNode,
  openPool,
  parseTokens,
  toAppUrl,
  type DevRestate,
  type ServerNodeOptions,
  type TenantToken,
  type Worker,
} from '@bowline/server';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { serverTexts } from '../texts/settings-texts.ts';
import { openWorkerHere, secretsOf } from '../serving/open-worker-here.ts';
import { openObjects } from '../serving/open-objects.ts';
import { parseServerWords, requireDatabase, type ServerWords } from '../serving/parse-server-words.ts';
import { untilStopped } from '../serving/until-stopped.ts';
import { openBus, openStatus } from '../serving/open-bus.ts';

const PORT = 8420;
const TENANT = 'default';

/** Serves until the process is stopped. Resolves to the exit code. */
export async function runServe(words: readonly string[], env: CommandEnv): Promise<number> {
  const asked = parseServerWords(words, 'serve', env);
  const database = requireDatabase(asked);
  if (asked.isMigration || asked.isDev) {
    const { from, to } = await migrate(database);
    if (asked.isMigration) {
      env.stdout(`${serverTexts.migrated(from, to)}\n`);
      return EXIT.ok;
    }
  }
  return asked.isDev ? await serveAll(asked, toAppUrl(database), env) : await serveServer(asked, database, env);
}

/** Runs the HTTP server alone. */
async function serveServer(asked: ServerWords, database: string, env: CommandEnv): Promise<number> {
  const tokens = tokensOf(asked, env);
  const opened = await openShared(asked, database, env);
  const server = await openServerNode({ ...opened.server, tokens, restate: asked.restate });
  const token = tokens[0]?.token ?? '';
  const status = await openStatus(asked, { isReady: opened.isReady, toMetrics: () => '', token });
  env.stdout(`${server.url}\n`);
  await untilStopped(env.signal);
  await server.close();
  await status?.close();
  await opened.close();
  return EXIT.ok;
}

/** Runs Restate, a worker and the HTTP server on this machine. */
async function serveAll(asked: ServerWords, database: string, env: CommandEnv): Promise<number> {
  const folder = join(bowlineHomeOf(env.env), 'serve');
  const tokens = devTokens(asked, folder, env);
  const opened = await openShared(asked, database, env);
  const restate = await openDevRestate(join(folder, 'restate'));
  let worker: Worker | undefined;
  try {
    worker = await openDevWorker(asked, restate, { ...opened.server, env });
    const server = await openServerNode({ ...opened.server, tokens, restate });
    const token = tokens[0]?.token ?? '';
    const status = await openStatus(asked, { isReady: opened.isReady, toMetrics: worker.metrics.toText, token });
    env.stdout(`${server.url}\n`);
    await Promise.race([untilStopped(env.signal), restate.ended]);
    await server.close();
    await status?.close();
  } finally {
    await worker?.drain();
    await restate.stop();
    await opened.close();
  }
  if (env.signal.aborted) return EXIT.ok;
  const { message, hint } = serverTexts.restateEnded(`${folder}/restate/node/restate.log`);
  throw new AgentError('INTERNAL', message, { hint });
}

async function openDevWorker(
  { drainMs, workspaces, files, homes }: ServerWords,
  { ingress, admin, publicKey, workerPort }: DevRestate,
  { pool, bus, log, env }: Pick<ServerNodeOptions, 'pool' | 'bus' | 'log'> & { readonly env: CommandEnv },
): Promise<Worker> {
  const endpoint = { port: workerPort, identityKeys: [publicKey] };
  const restate = { ingress, admin };
  return await openWorkerHere(
    { pool, bus, log, restate, endpoint, url: undefined, drainMs, workspaces, files, homes },
    env,
  );
}

interface Shared {
  readonly server: Omit<ServerNodeOptions, 'tokens' | 'restate'>;
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Opens what the HTTP server and a worker share. */
async function openShared(asked: ServerWords, database: string, env: CommandEnv): Promise<Shared> {
  const log = createJsonLog(env.stderr, secretsOf(env, [database, asked.nats]));
  const pool = openPool(database);
  const bus = await openBus(asked, database);
  const { owner, version, newId } = env.machine;
  const { host, hosts, port = PORT, drainMs } = asked;
  const files = asked.files === undefined ? undefined : openObjects(asked.files, env);
  return {
    server: {
      pool,
      bus,
      log,
      host,
      hosts,
      port,
      drainMs,
      files,
      version,
      newId,
      owner: { ...owner, name: 'bowline serve' },
    },
    isReady: async () => (await pool.query('select 1')).rowCount === 1,
    close: async () => {
      await bus.close();
      await pool.end();
    },
  };
}

function tokensOf({ tokensFile, token }: ServerWords, { cwd }: CommandEnv): readonly TenantToken[] {
  if (tokensFile !== undefined) return parseTokens(readTokens(resolve(cwd, tokensFile)));
  if (token !== undefined) return parseTokens(JSON.stringify([{ tenant: TENANT, token }]));
  const { message, hint } = serverTexts.noToken;
  throw new AgentError('SETTINGS_INVALID', message, { hint });
}

function readTokens(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    const { message, hint } = serverTexts.unreadableTokens(path, AgentError.from(thrown).message);
    throw new AgentError('SETTINGS_INVALID', message, { hint, cause: thrown });
  }
}

/** With --dev, a token is created once and kept in a file that only the user can read. */
function devTokens(asked: ServerWords, folder: string, env: CommandEnv): readonly TenantToken[] {
  if (asked.tokensFile !== undefined || asked.token !== undefined) return tokensOf(asked, env);
  const file = join(folder, 'token');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  env.stderr(`bowline: ${serverTexts.tokenIn(file)}\n`);
  return [{ tenant: TENANT, token: readFileSync(file, 'utf8').trim() }];
}
