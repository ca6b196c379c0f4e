import {
  inspectCredentials,
  inspectCredentialsFile,
  type CredentialStatus,
  type ModelInspection,
} from '@bowline/providers';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { usageError } from '../texts/error-text.ts';
import { modelTexts } from '../texts/model-texts.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { checkKey, toKey } from '../models/check-key.ts';
import { describeCredentials } from '../models/describe-credentials.ts';
import { inspect } from '../models/inspect.ts';
import { parseWords, type Words } from '../usage/parse-words.ts';
import { toShort } from '../print/to-short.ts';
import { requireKeyed } from '../models/require-keyed.ts';
import { unknownProvider } from '../models/unknown-provider.ts';
import { WaitingLine } from '../print/waiting-line.ts';

/** Shows, stores and removes API keys; prints only the end of a key. Resolves to the exit code. */
export async function runAuth(words: readonly string[], env: CommandEnv): Promise<number> {
  const isChecked = !words.includes('--no-check');
  const rest = words.filter((word) => word !== '--no-check');
  const parsed = parseWords(rest, { name: 'auth', names: Number.POSITIVE_INFINITY });
  const [verb = 'status', ...names] = parsed.names;
  const inspection = inspect(env, parsed.model);
  if (verb === 'status') return await showStatus(inspection, parsed, env);
  if (verb !== 'set' && verb !== 'rm') throw usageError(usageTexts.unknownVerb('auth', verb, ['status', 'set', 'rm']));
  const [provider] = names;
  if (provider === undefined) throw usageError(modelTexts.providerNeeded(verb));
  // The message must not repeat the key.
  if (names.length > 1) throw usageError(modelTexts.keyOnCommandLine(provider));
  const act = verb === 'set' ? setKey : removeKey;
  return await act(provider, { inspection, parsed, env, isChecked: isChecked && !parsed.isOffline });
}

async function showStatus(inspection: ModelInspection, { isJson, isOffline }: Words, env: CommandEnv): Promise<number> {
  const waiting = new WaitingLine(env);
  waiting.show([modelTexts.waitingForGoogle]);
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
  const { credentials } = inspection;
  const entry = requireKeyed(provider, inspection);
  const text = await readKey(provider, env);
  if (text === null) return EXIT.aborted;
  const apiKey = toKey(text, modelTexts.howToPipe(provider));
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
  else env.stdout(`${modelTexts.stored(provider, toShort(path, env.home), isChecked)}\n`);
  if (outrankedBy !== null) env.stderr(`bowline: ${modelTexts.outranked(outrankedBy)}\n`);
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
  else {
    const say = wasThere ? modelTexts.removed : modelTexts.notStored;
    env.stdout(`${say(provider, toShort(path, env.home))}\n`);
  }
  if (remaining !== null) env.stderr(`bowline: ${modelTexts.remaining(remaining)}\n`);
  return EXIT.ok;
}

/** Reads the key from a pipe or the terminal. Null if the user cancels. */
async function readKey(provider: string, env: CommandEnv): Promise<string | null> {
  if (!env.isStdinTty) return await env.readStdin({ isNeeded: true });
  if (env.readSecret === undefined) throw usageError(modelTexts.noTerminal(provider));
  return await env.readSecret(modelTexts.askKey(provider));
}
