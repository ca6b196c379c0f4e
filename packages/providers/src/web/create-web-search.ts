import { AgentError } from '@bowline/protocol';
import { searchWithGrounding, type GroundingParts, type Http, type Screen } from '@bowline/models';
import type { Workspace } from '@bowline/workspace';
import type { WebSearchSettings } from '@bowline/settings';
import { resolveCitations } from './resolve-citations.ts';
import { searchEngines, type SearchEngine } from './search-engines.ts';
import { searchWithEngine } from './search-with-engine.ts';

/** What the search engine of a session needs. */
export interface WebSearchParts {
  readonly settings: WebSearchSettings | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly http: Http;
  /** Removes secrets from queries. */
  readonly screen: Screen;
  /** Search with Gemini; undefined without a key. */
  readonly grounding: GroundingParts | undefined;
}

/** The search engine in the settings, or Gemini's own. If undefined, the model has no search tool. */
export function createWebSearch(parts: WebSearchParts): Workspace['webSearch'] {
  const { settings, env, http, screen, grounding } = parts;
  const provider = settings?.provider ?? 'gemini';
  if (provider === 'none') return undefined;
  if (provider !== 'gemini') {
    const engine = searchEngines[provider];
    const url = settings?.url ?? engine.url;
    if (url === undefined) throw wrong(`webSearch: ${provider} needs a url`);
    const apiKey = keyOf(engine, settings, env);
    if (engine.key !== undefined && apiKey === undefined) return undefined;
    return async (query, signal) =>
      await searchWithEngine(screen.redact(screen.strip(query)), { name: provider, engine, url, apiKey, http }, signal);
  }
  if (grounding === undefined) return undefined;
  return async (query, signal) => {
    const { text, sources } = await searchWithGrounding(query, grounding, signal);
    return { text, sources: await resolveCitations(sources, { http, signal }) };
  };
}

/** Why the search engine in the settings cannot be used; undefined if it can, or if none is set. */
export function findWebSearchProblem({
  settings,
  env,
}: Pick<WebSearchParts, 'settings' | 'env'>): { readonly message: string; readonly hint: string } | undefined {
  const provider = settings?.provider ?? 'none';
  if (provider === 'none' || provider === 'gemini') return undefined;
  const engine = searchEngines[provider];
  if (engine.key === undefined || keyOf(engine, settings, env) !== undefined) return undefined;
  const variable = settings?.apiKeyEnv ?? engine.key.env;
  return {
    message: `Web search is off: no API key for ${provider}`,
    hint: `Set ${variable}, or change webSearch in your settings`,
  };
}

/** The key of the search engine in the settings, to redact it. */
export function webSearchSecrets({ settings, env }: Pick<WebSearchParts, 'settings' | 'env'>): readonly string[] {
  const provider = settings?.provider ?? 'none';
  if (provider === 'none' || provider === 'gemini') return [];
  const key = keyOf(searchEngines[provider], settings, env);
  return key === undefined ? [] : [key];
}

function keyOf(
  { key }: SearchEngine,
  settings: WebSearchSettings | undefined,
  env: WebSearchParts['env'],
): string | undefined {
  const name = settings?.apiKeyEnv ?? key?.env;
  const value = name === undefined ? undefined : env[name];
  return value === '' ? undefined : value;
}

function wrong(what: string): AgentError {
  return new AgentError('SETTINGS_INVALID', what, { hint: 'Set webSearch.url in your settings' });
}
