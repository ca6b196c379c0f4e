import { AgentError } from '@bowline/protocol';
import { searchWithGrounding, type GroundingParts, type Http, type Screen } from '@bowline/models';
import type { ToolHost } from '@bowline/tools';
import type { WebSearchSettings } from '../settings/web-settings.ts';
import { resolveCitations } from './resolve-citations.ts';
import { searchEngines, type SearchEngine } from './search-engines.ts';
import { searchWithEngine } from './search-with-engine.ts';

/** What a session's search engine is made of. */
export interface WebSearchParts {
  readonly settings: WebSearchSettings | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly http: Http;
  /** What is left out of a query, whoever is asked. */
  readonly screen: Screen;
  /** How Gemini is asked; undefined when nobody could ask it. */
  readonly grounding: GroundingParts | undefined;
}

/** The search engine that settings name, or Gemini's own; undefined when there is none, and then no tool for it. */
export function createWebSearch(parts: WebSearchParts): ToolHost['webSearch'] {
  const { settings, env, http, screen, grounding } = parts;
  const provider = settings?.provider ?? 'gemini';
  if (provider === 'none') return undefined;
  if (provider !== 'gemini') {
    const engine = searchEngines[provider];
    const url = settings?.url ?? engine.url;
    if (url === undefined) throw wrong(`${provider} needs its address as webSearch.url`);
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

/** The key of the engine that settings name, to be kept out of what is sent or written. */
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
  return new AgentError('SETTINGS_INVALID', what, { hint: 'correct webSearch in the settings' });
}
