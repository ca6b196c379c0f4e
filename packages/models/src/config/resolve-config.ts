import type { GenerateContentConfig } from '@google/genai';
import { AgentError } from '@bowline/protocol';
import { baseOf, defaultConfigs, isForeign } from './default-configs.ts';
import type { ModelAlias, ModelConfigs, ModelOverride } from './model-configs.ts';

/** What a request is for. */
export interface ConfigKey {
  /** A model, or the name of an alias. */
  readonly model: string;
  /** The model that is really asked, when `model` names only what for. */
  readonly asked?: string;
  /** Who asks: `core`, the name of a subagent, the purpose of a utility call. */
  readonly scope: string;
  readonly isRetry: boolean;
  readonly isChatModel: boolean;
}

/** The model to ask, and all that goes with the question. */
export interface ResolvedConfig {
  readonly model: string;
  readonly config: GenerateContentConfig;
}

type Config = Record<string, unknown>;

/**
 * What to send with a request. Pure: asked again for every request, every retry and every other model.
 *
 * An alias extends another, the child wins; then come the overrides that match, the most specific last. Of two that
 * name equally much, the one that names the alias nearer to what was asked wins, then the later one. Our own defaults
 * are Gemini's: a model of another provider gets what settings say of it and nothing else.
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

/** The same names with nothing in them, so that what extends them still finds them. */
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

/** The alias that was asked for and its ancestors, nearest first. */
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
  return new AgentError('MODEL_BAD_REQUEST', `in the model configs, ${what}`, {
    hint: 'correct "extends" under modelConfigs in the settings',
  });
}

interface Rank {
  readonly keys: number;
  /** How near the alias that it names is to what was asked. */
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

/** Objects are joined, everything else is replaced; what is null is taken away. */
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
