import { resolve } from 'node:path';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { usageError } from '../texts/error-text.ts';
import { serverTexts } from '../texts/settings-texts.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { usageLine } from '../usage/command-table.ts';
import { parseOptions } from '../usage/parse-options.ts';
import { serverOptions, workerOptions } from '../usage/server-options.ts';

/** The options of `serve` and `worker`, with defaults from the environment. */
export interface ServerWords {
  readonly database: string;
  readonly restate: { readonly ingress: string; readonly admin: string };
  /** Restate's public keys. */
  readonly identityKeys: readonly string[];
  readonly nats: string | undefined;
  readonly listen: { readonly host: string; readonly port: number };
  readonly isShared: boolean;
  readonly url: string | undefined;
  readonly host: string;
  /** Host names of the server, besides those of loopback. */
  readonly hosts: readonly string[];
  /** The folders that sessions may work in. */
  readonly workspaces: readonly string[];
  /** The store for the files of sessions. */
  readonly files: string | undefined;
  readonly homes: string | undefined;
  readonly port: number | undefined;
  readonly tokensFile: string | undefined;
  readonly token: string | undefined;
  readonly statusPort: number | undefined;
  readonly drainMs: number;
  readonly isDev: boolean;
  readonly isMigration: boolean;
}

/** Parses the options. Throws an error with the usage. */
export function parseServerWords(
  words: readonly string[],
  name: 'serve' | 'worker',
  { env, cwd }: CommandEnv,
): ServerWords {
  // The worker's options are a subset of the server's.
  if (name === 'worker') parseOptions(words, workerOptions, usageLine(name));
  const { values, positionals } = parseOptions(words, serverOptions, usageLine(name));
  const [extra] = positionals;
  if (extra !== undefined) throw usageError(usageTexts.unexpected(extra, usageLine(name)));
  const identity = [...values.identity, ...split(env['RESTATE_IDENTITY_KEY'])];
  return {
    database: values.database ?? env['DATABASE_URL'] ?? '',
    restate: {
      ingress: values['restate-ingress'] ?? env['RESTATE_INGRESS_URL'] ?? 'http://127.0.0.1:8080',
      admin: values['restate-admin'] ?? env['RESTATE_ADMIN_URL'] ?? 'http://127.0.0.1:9070',
    },
    identityKeys: identity,
    nats: values.nats ?? env['NATS_URL'],
    listen: listenOf(values.listen ?? '127.0.0.1:9080'),
    isShared: values.shared,
    url: values.url,
    host: values.host,
    hosts: [values.host, ...values.name],
    workspaces: values.workspaces.map((folder) => resolve(cwd, folder)),
    ...filesOf(values, { env, cwd }),
    port: portOf('--port', values.port),
    tokensFile: values.tokens,
    token: env['BOWLINE_TOKEN'],
    statusPort: portOf('--status-port', values['status-port']),
    drainMs: drainOf(values.drain),
    isDev: values.dev,
    isMigration: values.migrate,
  };
}

function filesOf(
  { files, homes }: { readonly files?: string | undefined; readonly homes?: string | undefined },
  { env, cwd }: Pick<CommandEnv, 'env' | 'cwd'>,
): Pick<ServerWords, 'files' | 'homes'> {
  return { files: files ?? env['BOWLINE_FILES'], homes: homes === undefined ? undefined : resolve(cwd, homes) };
}

/** The database URL. Throws if there is none. */
export function requireDatabase({ database }: ServerWords): string {
  if (database !== '') return database;
  const { message, hint } = serverTexts.noDatabase;
  throw new AgentError('SETTINGS_INVALID', message, { hint });
}

function split(list: string | undefined): readonly string[] {
  return (list ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function portOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw usageError(serverTexts.badPort(flag, text));
}

function listenOf(text: string): ServerWords['listen'] {
  const [, host, port] = /^(?:(.+):)?(\d+)$/.exec(text) ?? [];
  const number = portOf('--listen', port);
  if (number !== undefined) return { host: (host ?? '127.0.0.1').replace(/^\[(.*)\]$/, '$1'), port: number };
  throw usageError(serverTexts.badAddress(text));
}

function drainOf(text: string): number {
  const seconds = Number(text);
  if (seconds >= 0) return seconds * 1_000;
  throw usageError(serverTexts.badDrain(text));
}
