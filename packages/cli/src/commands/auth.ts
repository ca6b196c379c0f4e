import {
  inspectCredentials,
  inspectCredentialsFile,
  type CredentialStatus,
  type ModelInspection,
} from '@bowline/assembly';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { describeCredentials } from './describe-credentials.ts';
import { inspect } from './inspect.ts';
import { parseWords, type Words } from './parse-words.ts';
import { toShort } from './to-short.ts';
import { unknownProvider } from './unknown-provider.ts';
import { WaitingLine } from './waiting-line.ts';

/** Shows, stores and removes credentials; prints none. Resolves to the exit code. */
export async function runAuth(words: readonly string[], env: CommandEnv): Promise<number> {
  const parsed = parseWords(words, { name: 'auth', names: Number.POSITIVE_INFINITY });
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
  return await act(provider, { inspection, parsed, env });
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
}

async function setKey(provider: string, { inspection, parsed, env }: KeyChange): Promise<number> {
  const { providers, credentials } = inspection;
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (entry === undefined) throw unknownProvider(provider, Object.keys(providers));
  if (entry.kind === 'vertex' && provider !== 'gemini')
    throw wrong(
      `${provider} takes Google's credentials, not a key`,
      'run gcloud auth application-default login, and set GOOGLE_CLOUD_PROJECT',
    );
  if (env.isStdinTty) throw wrong('pipe the key in, so that it is not shown', howToPipe(provider));
  credentials.set(provider, toKey(await env.readStdin({ isNeeded: true }), provider));
  const { path } = credentials;
  const [first] = credentials.places(provider, entry);
  const outrankedBy = entry.kind === 'vertex' ? '$GOOGLE_GENAI_USE_VERTEXAI' : first === path ? null : (first ?? null);
  if (parsed.isJson) env.stdout(`${JSON.stringify({ provider, path, outrankedBy })}\n`);
  else env.stdout(`stored the key of ${provider} in ${toShort(path, env.home)}; bowline models ${provider} tries it\n`);
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

/** What was piped in, if it can be a key: nothing of it is repeated. */
function toKey(text: string, provider: string): string {
  const key = text.trim();
  if (key === '') throw wrong('no key was piped in', `it has to come at once: ${howToPipe(provider)}`);
  if (/\s/.test(key)) throw wrong('there is a space or a line break inside the key', 'pipe in the key alone');
  if (!/^[!-~]+$/.test(key) || /["'`]/.test(key))
    throw wrong('the key has characters that no key has', 'pipe in the key alone, without quotes');
  return key;
}

function howToPipe(provider: string): string {
  return `echo "$KEY" | bowline auth set ${provider}   (or: bowline auth set ${provider} < FILE)`;
}

function wrong(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
