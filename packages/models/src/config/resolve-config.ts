import type { GenerateContentConfig } from '@google/genai';
import { AgentError } from '@bowline/protocol';
import { baseOf, defaultConfigs, isForeign } from './default-configs.ts';
import type { ModelAlias, ModelConfigs, ModelOverride } from './model-configs.ts';

/** The request to configure. */
export interface ConfigKey {
  /** A model, or the name of an alias. */
  readonly model: string;
  /** The model that is actually used, if `model` is the name of a purpose. */
  readonly asked?: string;
  /** The caller: `core`, the name of a subagent, or the purpose of a utility call. */
  readonly scope: string;
  readonly isRetry: boolean;
  readonly isChatModel: boolean;
}

/** The model to use, and the parameters of the request. */
export interface ResolvedConfig {
  readonly model: string;
  readonly config: GenerateContentConfig;
}

type Config = Record<string, unknown>;

/**
 * Resolves the model and parameters of a request. Pure: called again for every request, every retry and every other
 * model.
 *
 * An alias extends another, and the child wins; then the matching overrides apply, the most specific last. Of two with
 * equally many conditions, the one that names the alias nearer to the requested one wins, then the later one. Our own
 * defaults are for Gemini: a model of another provider gets only what the settings say.
 */
export function resolveConfig(key: ConfigKey, configs: ModelConfigs = {}): ResolvedConfig {
  const resolved = resolveWith(key, configs, defaultConfigs.aliases ?? {});
  const asked = key.asked ?? resolved.model;
  return isForeign(asked) ? resolveWith(key, configs, bare(defaultConfigs.aliases ?? {})) : resolved;
}

type Aliases = Readonly<Record<string, ModelAlias>>;

function resolveWith(key: ConfigKey, configs: ModelConfigs, defaults: Aliases): ResolvedConfig {
  const aliases: Aliases = { ...defaults, ...configs.aliases, ...configs.customAliases };
  const chain = chainOf(key, aliases);
  const layers = chain.map(({ alias }) => alias.modelConfig).reverse();
  const named = layers.findLast((layer) => layer.model !== undefined)?.model ?? key.model;
  const names = [key.model, ...chain.map(({ name }) => name), named, ...(key.asked === undefined ? [] : [key.asked])];
  const overrides = [...(configs.overrides ?? []), ...(configs.customOverrides ?? [])]
    .map((override, at) => ({ override, at, rank: rankOf(override.match, key, names) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => compareRanks(a.rank, b.rank) || a.at - b.at)
    .map(({ override }) => override.modelConfig);
  const all = [...layers, ...overrides];
  return {
    model: overrides.findLast((layer) => layer.model !== undefined)?.model ?? named,
    config: all.reduce<Config>((merged, layer) => merge(merged, layer.generateContentConfig ?? {}), {}),
  };
}

/** The same aliases without parameters, so that others can still extend them. */
function bare(aliases: Aliases): Aliases {
  return Object.fromEntries<ModelAlias>(
    Object.entries(aliases).map(([name, { extends: parent }]) => [
      name,
      { ...(parent === undefined ? {} : { extends: parent }), modelConfig: {} },
    ]),
  );
}

interface Named {
  readonly name: string;
  readonly alias: ModelAlias;
}

/** Returns the requested alias and its ancestors, nearest first. */
function chainOf({ model, isChatModel }: ConfigKey, aliases: Aliases): Named[] {
  const chain: Named[] = [];
  let name: string | undefined = Object.hasOwn(aliases, model) ? model : baseOf(model, isChatModel);
  while (name !== undefined) {
    const alias: ModelAlias | undefined = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (alias === undefined) throw wrong(`${chain.at(-1)?.name ?? model} extends ${name}, which does not exist`);
    if (chain.some((link) => link.name === name)) throw wrong(`${name} extends itself in a circle`);
    chain.push({ name, alias });
    name = alias.extends;
  }
  return chain;
}

function wrong(what: string): AgentError {
  return new AgentError('MODEL_BAD_REQUEST', `Invalid model configs: ${what}`, {
    hint: 'Correct "extends" under modelConfigs in the settings',
  });
}

interface Rank {
  readonly keys: number;
  /** How near the alias of the override is to the requested one. */
  readonly nearness: number;
}

function rankOf(match: ModelOverride['match'], key: ConfigKey, names: readonly string[]): Rank | undefined {
  const at = match.model === undefined ? names.length : names.indexOf(match.model);
  const isMatch =
    Object.keys(match).length > 0 &&
    at !== -1 &&
    (match.overrideScope === undefined || match.overrideScope === key.scope) &&
    (match.isRetry === undefined || match.isRetry === key.isRetry) &&
    (match.isChatModel === undefined || match.isChatModel === key.isChatModel);
  return isMatch ? { keys: Object.keys(match).length, nearness: -at } : undefined;
}

function compareRanks(a: Rank | undefined, b: Rank | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.keys - b.keys || a.nearness - b.nearness;
}

/** Merges objects, replaces other values, and removes values that are null. */
function merge(base: Config, over: Config): Config {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const old = merged[key];
    if (value === null) Reflect.deleteProperty(merged, key);
    else merged[key] = isPlain(value) ? merge(isPlain(old) ? old : {}, value) : value;
  }
  return merged;
}

function isPlain(value: unknown): value is Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
