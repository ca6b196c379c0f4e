import { readFileSync } from 'node:fs';
import { createRemoteServer } from '@bowline/client';
import type { SessionStore } from '@bowline/log';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { commandTable } from '../usage/command-table.ts';
import { parseOptions } from '../usage/parse-options.ts';
import { findPlace } from './find-place.ts';
import { pullSession, pushSession, takeBack, type MoveParts } from './move-session.ts';

const USAGE =
  'bowline sessions push|pull URL SESSION [--token-file FILE]; pull --abandon gives up a push that never arrived';

/** A person waits. */
const PATIENCE_MS = 5000;

const { abandon, 'token-file': token } = commandTable.sessions.options;
const options = { abandon, 'token-file': token } as const;

interface Wanted {
  readonly url: string;
  readonly session: string;
  readonly tokenFile: string | undefined;
  readonly isAbandoned: boolean;
}

/** Moves a session to a server or from it. Resolves to the exit code. */
export async function runMove(
  verb: 'push' | 'pull',
  words: readonly string[],
  { store, env }: { readonly store: SessionStore; readonly env: CommandEnv },
): Promise<number> {
  const wanted = parse(words);
  const { url } = wanted;
  const { owner, newId, sessionsFolder } = env.machine;
  if (!/^https:|^http:\/\/(127\.|localhost|\[::1\])/.test(url))
    env.stderr('the token and the session go over the network unencrypted; https keeps them to yourself\n');
  const remote = createRemoteServer({ url, token: readToken(wanted, env), patienceMs: PATIENCE_MS });
  const parts: MoveParts = { store, owner, newId, remote, url, place: findPlace(sessionsFolder, owner.host) };
  return verb === 'push' ? await push(parts, wanted, env) : await pull(parts, wanted, env);
}

async function push(parts: MoveParts, { session, url }: Wanted, env: CommandEnv): Promise<number> {
  const sessionId = await findHere(parts.store, session, env);
  const { isKnown, records, workspace, pending, artifacts } = await pushSession(parts, sessionId);
  env.stdout(`${sessionId} ${isKnown ? 'had been' : 'was'} moved to ${url}: ${records} records\n`);
  if (pending > 0) env.stdout(`${pending} waiting for an answer, there\n`);
  env.stderr(`it works in ${workspace}, which has to be there too\n`);
  if (artifacts.length > 0)
    env.stderr(`${artifacts.length} long outputs stay on this machine; what the model saw of them has moved\n`);
  return EXIT.ok;
}

async function pull(parts: MoveParts, { session, url, isAbandoned }: Wanted, env: CommandEnv): Promise<number> {
  if (isAbandoned) {
    const sessionId = await findHere(parts.store, session, env);
    const wasMoved = await takeBack(parts, sessionId);
    env.stdout(wasMoved ? `${sessionId} is written here again; ${url} was not asked\n` : `${sessionId} is here\n`);
    return EXIT.ok;
  }
  const sessionId = (await parts.store.find(session))?.sessionId ?? session;
  const outcome = await pullSession(parts, sessionId);
  env.stdout(outcome === 'came' ? `${sessionId} was moved here from ${url}\n` : `${sessionId} is here\n`);
  return EXIT.ok;
}

function parse(words: readonly string[]): Wanted {
  const { values, positionals } = parseOptions(words, options, USAGE);
  const [url, session] = positionals;
  if (url === undefined || !/^https?:\/\//.test(url))
    throw new AgentError('SEND_INVALID', 'which server?', { hint: USAGE });
  if (session === undefined) throw new AgentError('SEND_INVALID', 'which session?', { hint: USAGE });
  const tokenFile = values['token-file'];
  return { url: url.replace(/\/$/, ''), session, tokenFile, isAbandoned: values.abandon };
}

/** Never from the command line: every process of the machine can read that. */
function readToken({ tokenFile }: Wanted, { env }: CommandEnv): string {
  const token = tokenFile === undefined ? env['BOWLINE_TOKEN'] : readTokenFile(tokenFile);
  if (token !== undefined && token !== '') return token;
  throw new AgentError('SERVER_REFUSED', 'the server wants a token', {
    hint: 'set BOWLINE_TOKEN, or give --token-file FILE',
  });
}

function readTokenFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (thrown) {
    throw new AgentError('SERVER_REFUSED', `the token cannot be read: ${AgentError.from(thrown).message}`);
  }
}

async function findHere(store: SessionStore, wanted: string, env: CommandEnv): Promise<string> {
  const found = await store.find(wanted, wanted === 'latest' ? { workspace: env.cwd } : {});
  if (found !== undefined) return found.sessionId;
  throw new AgentError('SESSION_NOT_FOUND', `no session ${wanted}`, { hint: 'bowline sessions list --all' });
}
