import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRemoteServer } from '@bowline/client';
import type { SessionStore } from '@bowline/log';
import { AgentError } from '@bowline/protocol';
import { setUpModels } from '@bowline/providers';
import { bowlineHomeOf } from '@bowline/settings';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { usageError } from '../texts/error-text.ts';
import { moveTexts, sessionTexts } from '../texts/session-texts.ts';
import { readSettings } from '../session/read-settings.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { commandTable } from '../usage/command-table.ts';
import { parseOptions } from '../usage/parse-options.ts';
import { createMoveFiles, type MoveFiles } from './move-files.ts';
import { pullSession, pushSession, takeBack, type MoveParts } from './move-session.ts';

/** How long to wait for the server. */
const PATIENCE_MS = 5000;

const { abandon, 'token-file': token } = commandTable.sessions.options;
const options = { abandon, 'token-file': token } as const;

interface Wanted {
  readonly url: string;
  readonly session: string;
  readonly tokenFile: string | undefined;
  readonly isAbandoned: boolean;
}

/** Moves a session to a server or back. Resolves to the exit code. */
export async function runMove(
  verb: 'push' | 'pull',
  words: readonly string[],
  { store, env }: { readonly store: SessionStore; readonly env: CommandEnv },
): Promise<number> {
  const wanted = parse(words);
  const { url } = wanted;
  const { owner, newId, sessionsFolder } = env.machine;
  if (!/^https:|^http:\/\/(127\.|localhost|\[::1\])/.test(url)) env.stderr(`bowline: ${moveTexts.unencrypted}\n`);
  const remote = createRemoteServer({ url, token: readToken(wanted, env), patienceMs: PATIENCE_MS });
  const place = findPlace(sessionsFolder, owner.host);
  const bowlineHome = bowlineHomeOf(env.env);
  const models = setUpModels({ env: env.env, home: env.home, bowlineHome, settings: readSettings(env) });
  const files = createMoveFiles({ remote, bowlineHome, secrets: models.secrets, place });
  const parts = { store, owner, newId, remote, url, place, files };
  return verb === 'push' ? await push(parts, wanted, env) : await pull(parts, wanted, env);
}

async function push(parts: MoveParts, { session, url }: Wanted, env: CommandEnv): Promise<number> {
  const sessionId = await findHere(parts.store, session, env);
  const { isKnown, hasFiles, records, workspace, pending, artifacts } = await pushSession(parts, sessionId);
  const moved = isKnown ? moveTexts.pushedBefore(sessionId, url) : moveTexts.pushed(sessionId, url, records);
  env.stdout(`${moved}\n`);
  if (pending > 0) env.stdout(`${moveTexts.pending(pending)}\n`);
  if (hasFiles) env.stdout(`${moveTexts.filesSent(workspace)}\n`);
  else env.stderr(`${moveTexts.workspace(workspace)}\n`);
  if (artifacts.length > 0) env.stderr(`${moveTexts.artifacts(artifacts.length)}\n`);
  return EXIT.ok;
}

async function pull(
  parts: MoveParts & { readonly files: MoveFiles },
  { session, url, isAbandoned }: Wanted,
  env: CommandEnv,
): Promise<number> {
  if (isAbandoned) {
    const sessionId = await findHere(parts.store, session, env);
    const wasMoved = await takeBack(parts, sessionId);
    env.stdout(`${wasMoved ? moveTexts.abandoned(sessionId, url) : moveTexts.alreadyHere(sessionId)}\n`);
    return EXIT.ok;
  }
  const sessionId = (await parts.store.find(session))?.sessionId ?? session;
  const outcome = await pullSession(parts, sessionId);
  env.stdout(`${outcome === 'came' ? moveTexts.pulled(sessionId, url) : moveTexts.alreadyHere(sessionId)}\n`);
  return await bring(parts, { url, sessionId }, env);
}

/** Brings the files after the log. Resolves to the exit code. */
async function bring(
  { store, files }: MoveParts & { readonly files: MoveFiles },
  { url, sessionId }: { readonly url: string; readonly sessionId: string },
  env: CommandEnv,
): Promise<number> {
  const { workspace = '' } = (await store.find(sessionId)) ?? {};
  const reader = await store.openReader(sessionId);
  try {
    const brought = await files.bring(reader, { sessionId, workspace });
    switch (brought.kind) {
      case 'none':
        return EXIT.ok;
      case 'no-folder':
        env.stderr(`${moveTexts.noFolder(workspace, url, sessionId)}\n`);
        return EXIT.ok;
      case 'missing':
        env.stderr(`${moveTexts.filesMissing}\n`);
        return EXIT.ok;
      case 'brought':
        env.stdout(`${moveTexts.filesBrought(brought.changed.length, workspace)}\n`);
        if (brought.kept.length > 0) env.stderr(`${moveTexts.filesKept(brought.kept)}\n`);
        return EXIT.ok;
    }
  } catch (thrown) {
    const error = AgentError.from(thrown);
    const { message, hint } = moveTexts.filesUnfinished(error.message, url, sessionId);
    throw new AgentError(error.code, message, { hint, retryable: true, cause: error });
  } finally {
    await reader.close();
  }
}

function parse(words: readonly string[]): Wanted {
  const { values, positionals } = parseOptions(words, options, moveTexts.usage);
  const [url, session] = positionals;
  if (url === undefined || !/^https?:\/\//.test(url)) throw usageError(usageTexts.missingServer(moveTexts.usage));
  if (session === undefined) throw usageError(usageTexts.missingSession(moveTexts.usage));
  const tokenFile = values['token-file'];
  return { url: url.replace(/\/$/, ''), session, tokenFile, isAbandoned: values.abandon };
}

/** The token is never on the command line, which every process of the machine can read. */
function readToken({ tokenFile }: Wanted, { env }: CommandEnv): string {
  const token = tokenFile === undefined ? env['BOWLINE_TOKEN'] : readTokenFile(tokenFile);
  if (token !== undefined && token !== '') return token;
  const { message, hint } = moveTexts.tokenNeeded;
  throw new AgentError('SERVER_REFUSED', message, { hint });
}

function readTokenFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (thrown) {
    const { message, hint } = moveTexts.tokenUnreadable(path, AgentError.from(thrown).message);
    throw new AgentError('SERVER_REFUSED', message, { hint, cause: thrown });
  }
}

async function findHere(store: SessionStore, wanted: string, env: CommandEnv): Promise<string> {
  const found = await store.find(wanted, wanted === 'latest' ? { workspace: env.cwd } : {});
  if (found !== undefined) return found.sessionId;
  const { message, hint } = sessionTexts.notFound(wanted);
  throw new AgentError('SESSION_NOT_FOUND', message, { hint });
}

/** The unique name of this machine's sessions folder, for moving sessions. */
function findPlace(sessionsFolder: string, host: string): string {
  const path = join(sessionsFolder, '.place');
  try {
    writeFileSync(path, randomBytes(6).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
  }
  return `${host}/${readFileSync(path, 'utf8').trim()}`;
}
