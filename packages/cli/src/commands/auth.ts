import {
  inspectCredentials,
  inspectCredentialsFile,
  type CredentialStatus,
  type ModelInspection,
} from '@bowline/assembly';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { checkKey, toKey } from './check-key.ts';
import { describeCredentials } from './describe-credentials.ts';
import { inspect } from './inspect.ts';
import { parseWords, type Words } from './parse-words.ts';
import { toShort } from './to-short.ts';
import { unknownProvider } from './unknown-provider.ts';
import { WaitingLine } from './waiting-line.ts';

/** Shows, stores and removes credentials; prints none but the end of a key. Resolves to the exit code. */
export async function runAuth(words: readonly string[], env: CommandEnv): Promise<number> {
  const isChecked = !words.includes('--no-check');
  const rest = words.filter((word) => word !== '--no-check');
  const parsed = parseWords(rest, { name: 'auth', names: Number.POSITIVE_INFINITY });
  const [verb = 'status', ...names] = parsed.names;
  const inspection = inspect(env, parsed.model);
  if (verb === 'status') return await showStatus(inspection, parsed, env);
  if (verb !== 'set' && verb !== 'rm') throw wrong(`unknown: bowline auth ${verb}`, 'status, set or rm');
  const [provider] = names;
  if (provider === undefined) throw wrong('which provider?', `bowline auth ${verb} gemini, openai or another one`);
  if (names.length > 1)
    // what it is must not be repeated
    throw wrong(
      'a key does not belong on the command line, where others see it and the shell keeps it',
      howToPipe(provider),
    );
  const act = verb === 'set' ? setKey : removeKey;
  return await act(provider, { inspection, parsed, env, isChecked });
}

async function showStatus(inspection: ModelInspection, { isJson, isOffline }: Words, env: CommandEnv): Promise<number> {
  const waiting = new WaitingLine(env);
  waiting.show(["Google's credentials"]);
  const providers = await inspectCredentials(inspection, { isOffline }).finally(() => {
    waiting.close();
  });
  if (env.signal.aborted) return EXIT.aborted;
  const file = inspectCredentialsFile(inspection.credentials.path, env.machine.platform);
  const stored = inspection.credentials.stored();
  const strays = stored.filter((name) => !providers.some((provider) => provider.name === name));
  const { asked } = inspection;
  if (isJson) env.stdout(`${JSON.stringify({ asked, file, providers, strays })}\n`);
  else env.stdout(describeCredentials({ asked, file, providers, strays }, env));
  const own = providers.find(({ name }) => name === asked.provider);
  return own === undefined || isUsable(own) ? EXIT.ok : EXIT.auth;
}

function isUsable({ places, isKeyless, cloud }: CredentialStatus): boolean {
  return isKeyless || (places.length > 0 && (cloud === undefined || cloud.project !== undefined));
}

interface KeyChange {
  readonly inspection: ModelInspection;
  readonly parsed: Words;
  readonly env: CommandEnv;
  readonly isChecked: boolean;
}

async function setKey(provider: string, { inspection, parsed, env, isChecked }: KeyChange): Promise<number> {
  const { providers, credentials } = inspection;
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (entry === undefined) throw unknownProvider(provider, Object.keys(providers));
  if (entry.kind === 'vertex' && provider !== 'gemini')
    throw wrong(
      `${provider} takes Google's credentials, not a key`,
      'run gcloud auth application-default login, and set GOOGLE_CLOUD_PROJECT',
    );
  const text = await readKey(provider, env);
  if (text === null) return EXIT.aborted;
  const apiKey = toKey(text, howToPipe(provider));
  if (isChecked) await checkKey(inspection, { provider, apiKey, signal: env.signal });
  credentials.set(provider, apiKey);
  return tellStored(provider, { inspection, parsed, env, isChecked }, entry);
}

function tellStored(
  provider: string,
  { inspection, parsed, env, isChecked }: KeyChange,
  entry: ModelInspection['providers'][string],
): number {
  const { credentials } = inspection;
  const { path } = credentials;
  const [first] = credentials.places(provider, entry);
  const outrankedBy = entry.kind === 'vertex' ? '$GOOGLE_GENAI_USE_VERTEXAI' : first === path ? null : (first ?? null);
  if (parsed.isJson) env.stdout(`${JSON.stringify({ provider, path, outrankedBy })}\n`);
  else
    env.stdout(`${isChecked ? 'tried and stored' : 'stored'} the key of ${provider} in ${toShort(path, env.home)}\n`);
  if (outrankedBy !== null)
    env.stderr(`bowline: ${outrankedBy} is set and comes first: this key is not used until you unset that\n`);
  return EXIT.ok;
}

async function removeKey(provider: string, { inspection, parsed, env }: KeyChange): Promise<number> {
  const { providers, credentials } = inspection;
  const known = Object.keys(providers);
  const wasThere = credentials.stored().includes(provider) && credentials.remove(provider);
  if (!wasThere && !known.includes(provider)) throw unknownProvider(provider, known);
  const { path } = credentials;
  const entry = providers[provider];
  const [remaining = null] = entry === undefined ? [] : credentials.places(provider, entry);
  if (parsed.isJson) env.stdout(`${JSON.stringify({ provider, path, wasThere, remaining })}\n`);
  else
    env.stdout(
      wasThere
        ? `removed the key of ${provider} from ${toShort(path, env.home)}\n`
        : `there was no key of ${provider} in ${toShort(path, env.home)}\n`,
    );
  if (remaining !== null) env.stderr(`bowline: ${remaining} still has one\n`);
  return EXIT.ok;
}

/** What is piped in, or typed at a terminal; null when the person gives up. */
async function readKey(provider: string, env: CommandEnv): Promise<string | null> {
  if (!env.isStdinTty) return await env.readStdin({ isNeeded: true });
  if (env.readSecret === undefined) throw wrong('there is no terminal to ask for the key at', howToPipe(provider));
  return await env.readSecret(`API key for ${provider} (not shown): `);
}

function howToPipe(provider: string): string {
  return `echo "$KEY" | bowline auth set ${provider}   (or: bowline auth set ${provider} < FILE)`;
}

function wrong(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
