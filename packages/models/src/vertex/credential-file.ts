import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import type { JWTInput } from 'google-auth-library';
import * as z from 'zod';
import { readVariable, type Environment } from '../http/environment.ts';
import { LOGIN_HINT } from './to-auth-error.ts';

/** The credentials of a user, a service or a machine, in Google's format. */
export interface CredentialJson extends JWTInput {
  readonly type: string;
  readonly account?: string;
  /** For an account that impersonates another one. */
  readonly source_credentials?: CredentialJson;
  readonly service_account_impersonation_url?: string;
  readonly delegates?: string[];
}

/** The fields that are used here; Google's library validates the rest. */
const readSchema = z.object({
  type: z.string(),
  project_id: z.string().optional(),
  quota_project_id: z.string().optional(),
  client_email: z.string().optional(),
  account: z.string().optional(),
  service_account_impersonation_url: z.string().optional(),
  delegates: z.array(z.string()).optional(),
  source_credentials: z.object({ type: z.string() }).optional(),
});
const credentialSchema = z.custom<CredentialJson>((value) => readSchema.safeParse(value).success);

/** A credential file that was found. */
export interface CredentialFile {
  readonly path: string;
  readonly json: CredentialJson;
}

/** The configured location of a file. If one is set, the file must exist. */
export interface CredentialPlace {
  readonly env: Environment;
  readonly keyFile?: string | undefined;
}

/** Reads the configured file, or the one that gcloud wrote; `undefined` if there is none. */
export async function readCredentialFile({ env, keyFile }: CredentialPlace): Promise<CredentialFile | undefined> {
  const named = keyFile ?? readVariable(env, 'GOOGLE_APPLICATION_CREDENTIALS');
  if (named !== undefined) return await read(named);
  const folder = gcloudFolder(env);
  if (folder === undefined) return undefined;
  try {
    return await read(join(folder, 'application_default_credentials.json'));
  } catch (thrown) {
    if (AgentError.is(thrown) && thrown.details['isMissing'] === true) return undefined;
    throw thrown;
  }
}

/** Reads the current project of gcloud from its files, because starting gcloud takes a second. */
export async function readGcloudProject(env: Environment): Promise<string | undefined> {
  const named = readVariable(env, 'CLOUDSDK_CORE_PROJECT');
  const folder = gcloudFolder(env);
  if (named !== undefined || folder === undefined) return named;
  const active = readVariable(env, 'CLOUDSDK_ACTIVE_CONFIG_NAME') ?? (await readIfThere(join(folder, 'active_config')));
  const config = await readIfThere(join(folder, 'configurations', `config_${active ?? 'default'}`));
  const core = /^\[core\]$([^[]*)/m.exec(config ?? '')?.[1] ?? '';
  return /^\s*project\s*=\s*(\S+)\s*$/m.exec(core)?.[1];
}

function gcloudFolder(env: Environment): string | undefined {
  const named = readVariable(env, 'CLOUDSDK_CONFIG');
  if (named !== undefined) return named;
  const [home, ...below] =
    platform() === 'win32'
      ? [readVariable(env, 'APPDATA'), 'gcloud']
      : [readVariable(env, 'HOME'), '.config', 'gcloud'];
  return home === undefined ? undefined : join(home, ...below);
}

async function read(path: string): Promise<CredentialFile> {
  const fail = (what: string, isMissing = false): AgentError =>
    new AgentError('MODEL_AUTH', `The Google credentials in ${path} ${what}`, {
      hint: LOGIN_HINT,
      details: { isMissing },
    });
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    throw fail(`cannot be read (${code})`, code === 'ENOENT' || code === 'ENOTDIR');
  }
  const parsed = credentialSchema.safeParse(parseJson(text));
  if (!parsed.success) throw fail('are not a credential file');
  return { path, json: parsed.data };
}

/** Drops the parser's error, because it quotes the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}
