import { AgentError, nearestNames } from '@bowline/protocol';
import { knownNames } from '../catalog/families.ts';
import type { ModelClient } from '../model-client.ts';
import { splitModelName } from './model-name.ts';
import type { ProviderEntry } from './provider-table.ts';

/** The parts of the client. */
export interface ProviderParts {
  readonly providers: Readonly<Record<string, ProviderEntry>>;
  /** Creates the client of a provider on its first request. Throws `MODEL_AUTH` if there is no credential. */
  readonly open: (name: string, entry: ProviderEntry) => Promise<ModelClient>;
}

/** Opens one client for all providers: `provider/model` selects the provider, which is opened on its first request. */
export function openProviders({ providers, open }: ProviderParts): ModelClient {
  const opened = new Map<string, Promise<ModelClient>>();
  const clientOf = (name: string): Promise<ModelClient> => {
    const entry = Object.hasOwn(providers, name) ? providers[name] : undefined;
    if (entry === undefined) throw unknownProvider(name, Object.keys(providers));
    const client = opened.get(name) ?? open(name, entry);
    opened.set(name, client);
    client.catch(() => opened.delete(name)); // a key may be available the next time
    return client;
  };
  return {
    async *stream(request, signal) {
      const { provider, model } = splitModelName(request.model);
      const client = await clientOf(provider);
      try {
        yield* client.stream({ ...request, model }, signal);
      } catch (thrown) {
        throw withNames(AgentError.from(thrown), provider, model);
      }
    },
  };
}

function unknownProvider(name: string, names: readonly string[]): AgentError {
  const [near] = nearestNames(name, names);
  return new AgentError('MODEL_NOT_FOUND', `Unknown provider: ${name}`, {
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}Known providers: ${names.join(', ')}. To add one, use "providers" in the settings`,
  });
}

/** Adds the nearest known names to the error for a mistyped one. */
function withNames(error: AgentError, provider: string, model: string): AgentError {
  if (error.code !== 'MODEL_NOT_FOUND' || provider !== 'gemini') return error;
  const near = nearestNames(model, knownNames)
    .filter((name) => name !== model)
    .slice(0, 3);
  if (near.length === 0) return error;
  const hint = `Did you mean ${near.join(' or ')}? To list the available ones: bowline models`;
  return new AgentError(error.code, error.message, { ...error.facts, hint, cause: error });
}
