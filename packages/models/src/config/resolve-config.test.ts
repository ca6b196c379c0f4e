import { AgentError } from '@bowline/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelConfigsSchema, type ModelAlias, type ModelConfigs, type ModelOverride } from './model-configs.ts';
import { resolveConfig, type ConfigKey } from './resolve-config.ts';

type Config = Record<string, unknown>;
type Match = ModelOverride['match'];

const key = (model: string, more: Partial<ConfigKey> = {}): ConfigKey => ({
  model,
  scope: 'core',
  isRetry: false,
  isChatModel: true,
  ...more,
});
const alias = (config: Config, more: { extends?: string; model?: string } = {}): ModelAlias => ({
  ...(more.extends === undefined ? {} : { extends: more.extends }),
  modelConfig: { ...(more.model === undefined ? {} : { model: more.model }), generateContentConfig: config },
});
const over = (match: Match, config: Config, model?: string): ModelOverride => ({
  match,
  modelConfig: { ...(model === undefined ? {} : { model }), generateContentConfig: config },
});
const configOf = (asked: ConfigKey, configs?: ModelConfigs): unknown => resolveConfig(asked, configs).config;

const chat = { temperature: 1, topP: 0.95, topK: 64 };

describe('without settings', () => {
  test.each<[ConfigKey, Config]>([
    [key('gemini-2.5-pro'), { ...chat, thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 } }],
    [key('gemini-3-flash-preview'), { ...chat, thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' } }],
    [key('vertex/gemini-2.5-pro'), { ...chat, thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 } }],
    [key('gemma-4-31b'), { ...chat, thinkingConfig: { includeThoughts: true } }],
    [key('gemini-2.5-pro-001', { isChatModel: false }), { temperature: 0, topP: 1 }],
    [
      key('gemini-2.5-pro', { isChatModel: false }), // an alias applies to every caller
      { ...chat, thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 } },
    ],
    [
      key('classifier', { isChatModel: false }),
      { temperature: 0, topP: 1, maxOutputTokens: 1024, thinkingConfig: { thinkingBudget: 512 } },
    ],
    [key('openai/gpt-5'), {}],
    [key('anthropic/claude-opus-4-5', { isChatModel: false }), {}],
  ])('$model', (asked, config) => {
    expect(resolveConfig(asked)).toEqual({ model: asked.model, config });
  });
});

describe('an alias', () => {
  const parent = alias({ a: 1, deep: { x: 1, y: { z: 1 } }, list: [1, 2] });
  test.each<[string, Config, Config]>([
    ['inherits from its parent', {}, { a: 1, deep: { x: 1, y: { z: 1 } }, list: [1, 2] }],
    ['wins over its parent', { a: 2 }, { a: 2, deep: { x: 1, y: { z: 1 } }, list: [1, 2] }],
    ['merges objects', { deep: { y: { w: 2 } } }, { a: 1, deep: { x: 1, y: { z: 1, w: 2 } }, list: [1, 2] }],
    ['replaces lists', { list: [3] }, { a: 1, deep: { x: 1, y: { z: 1 } }, list: [3] }],
    ['removes values that are null', { a: null, deep: { x: null } }, { deep: { y: { z: 1 } }, list: [1, 2] }],
    ['removes whole objects', { deep: null }, { a: 1, list: [1, 2] }],
    ['replaces an object with a value', { deep: 0 }, { a: 1, deep: 0, list: [1, 2] }],
    ['replaces a value with an object', { a: { b: 1 } }, { a: { b: 1 }, deep: { x: 1, y: { z: 1 } }, list: [1, 2] }],
  ])('%s', (_, config, expected) => {
    const configs = { customAliases: { parent, child: alias(config, { extends: 'parent' }) } };
    expect(configOf(key('child'), configs)).toEqual(expected);
  });

  test('removes null values even if no parent has the object', () => {
    const configs = { customAliases: { child: alias({ deep: { x: null, y: 1 } }) } };
    expect(configOf(key('child'), configs)).toEqual({ deep: { y: 1 } });
  });

  test.each<[string, Record<string, ModelAlias>, string]>([
    ['names a model', { a: alias({}, { model: 'gemini-2.5-flash' }) }, 'gemini-2.5-flash'],
    ['inherits the model of its parent', { p: alias({}, { model: 'm' }), a: alias({}, { extends: 'p' }) }, 'm'],
    [
      'names another model than its parent',
      { p: alias({}, { model: 'm' }), a: alias({}, { extends: 'p', model: 'n' }) },
      'n',
    ],
    ['names no model, so that its name is the model', { a: alias({ topK: 1 }) }, 'a'],
    ['names a model of another provider', { a: alias({}, { model: 'openai/gpt-5' }) }, 'openai/gpt-5'],
  ])('that %s', (_, customAliases, model) => {
    expect(resolveConfig(key('a'), { customAliases }).model).toBe(model);
  });

  test('with the name of a model replaces its defaults', () => {
    const customAliases = { 'gemini-2.5-pro': alias({ temperature: 0.2 }) };
    const expected = { model: 'gemini-2.5-pro', config: { temperature: 0.2 } };
    expect(resolveConfig(key('gemini-2.5-pro'), { customAliases })).toEqual(expected);
  });

  test('of the user takes precedence over one of the program, and that over a default', () => {
    const aliases = { base: alias({ from: 'aliases' }), 'chat-base': alias({ from: 'aliases' }) };
    const configs = { aliases, customAliases: { base: alias({ from: 'customAliases' }) } };
    expect(configOf(key('m', { isChatModel: false }), configs)).toEqual({ from: 'customAliases' });
    expect(configOf(key('m'), configs)).toEqual({ from: 'aliases' });
  });

  test('extends a model by its name, as in settings for Gemini CLI', () => {
    const customAliases = { consultant: alias({ tools: [{ googleSearch: {} }] }, { extends: 'gemini-2.5-pro' }) };
    const { model, config } = resolveConfig(key('consultant'), { customAliases });
    expect(model).toBe('gemini-2.5-pro');
    expect(config).toMatchObject({ ...chat, tools: [{ googleSearch: {} }] });
  });
});

describe('an error in the settings is reported', () => {
  test.each<[string, Record<string, ModelAlias>, string]>([
    ['a missing parent', { a: alias({}, { extends: 'ghost' }) }, 'a extends ghost, which does not exist'],
    [
      'a missing grandparent',
      { a: alias({}, { extends: 'b' }), b: alias({}, { extends: 'ghost' }) },
      'b extends ghost, which does not exist',
    ],
    ['an alias that extends itself', { a: alias({}, { extends: 'a' }) }, 'a extends itself in a circle'],
    [
      'a circle of two',
      { a: alias({}, { extends: 'b' }), b: alias({}, { extends: 'a' }) },
      'a extends itself in a circle',
    ],
    [
      'a circle further up',
      { a: alias({}, { extends: 'b' }), b: alias({}, { extends: 'c' }), c: alias({}, { extends: 'b' }) },
      'b extends itself in a circle',
    ],
  ])('%s', (_, customAliases, words) => {
    const hint = expect.stringContaining('extends') as string;
    const message = expect.stringContaining(words) as string;
    const error = expect.objectContaining({ code: 'MODEL_BAD_REQUEST', retryable: false, message, hint }) as Error;
    expect(() => resolveConfig(key('a'), { customAliases })).toThrow(error);
  });
});

describe('an override', () => {
  const asked = key('leaf', { scope: 'explorer', isRetry: true });
  const customAliases = {
    root: alias({ from: 'root' }),
    leaf: alias({}, { extends: 'root', model: 'named' }),
  };
  const fromOf = (...customOverrides: ModelOverride[]): unknown =>
    resolveConfig(asked, { customAliases, customOverrides }).config;

  test.each<[Match, boolean]>([
    [{}, false],
    [{ model: 'leaf' }, true],
    [{ model: 'root' }, true],
    [{ model: 'named' }, true],
    [{ model: 'other' }, false],
    [{ overrideScope: 'explorer' }, true],
    [{ overrideScope: 'core' }, false],
    [{ isRetry: true }, true],
    [{ isRetry: false }, false],
    [{ isChatModel: true }, true],
    [{ isChatModel: false }, false],
    [{ model: 'leaf', overrideScope: 'explorer', isRetry: true, isChatModel: true }, true],
    [{ model: 'leaf', overrideScope: 'explorer', isRetry: true, isChatModel: false }, false],
    [{ model: 'other', overrideScope: 'explorer', isRetry: true, isChatModel: true }, false],
  ])('for %j matches: %s', (match, isMatch) => {
    expect(fromOf(over(match, { from: 'override' }))).toEqual({ from: isMatch ? 'override' : 'root' });
  });

  test.each<[string, Match, Match]>([
    ['two conditions beat one', { overrideScope: 'explorer', isRetry: true }, { model: 'leaf' }],
    [
      'three beat two',
      { overrideScope: 'explorer', isRetry: true, isChatModel: true },
      { model: 'leaf', isRetry: true },
    ],
    ['the requested alias beats its parent', { model: 'leaf' }, { model: 'root' }],
    ['a parent beats the model behind it', { model: 'root' }, { model: 'named' }],
    ['a model beats none', { model: 'named' }, { overrideScope: 'explorer' }],
    ['with as many conditions the nearer one wins', { model: 'leaf', isRetry: true }, { model: 'root', isRetry: true }],
  ])('%s, in any order', (_, winner, loser) => {
    const [won, lost] = [over(winner, { from: 'winner' }), over(loser, { from: 'loser' })];
    expect(fromOf(won, lost)).toEqual({ from: 'winner' });
    expect(fromOf(lost, won)).toEqual({ from: 'winner' });
  });

  test.each<[Match, Match]>([
    [{ model: 'leaf' }, { model: 'leaf' }],
    [{ isRetry: true }, { overrideScope: 'explorer' }],
    [{ overrideScope: 'explorer' }, { isRetry: true }],
  ])('of %j and %j the later wins, and those of the user come later', (first, second) => {
    const [early, late] = [over(first, { from: 'early', early: 1 }), over(second, { from: 'late' })];
    expect(fromOf(early, late)).toEqual({ from: 'late', early: 1 });
    const split = { customAliases, overrides: [late], customOverrides: [early] };
    expect(configOf(asked, split)).toEqual({ from: 'early', early: 1 });
  });

  test('changes the model; the most specific one decides', () => {
    const customOverrides = [
      over({ model: 'gemini-2.5-pro', isRetry: false }, {}, 'second'),
      over({ model: 'gemini-2.5-pro' }, {}, 'first'),
      over({ isChatModel: true }, { temperature: 0 }),
    ];
    const { model, config } = resolveConfig(key('gemini-2.5-pro'), { customOverrides });
    expect(model).toBe('second');
    expect(config).toMatchObject({ temperature: 0, thinkingConfig: { thinkingBudget: 8192 } });
  });

  test('removes defaults, and sets parameters of models that have no defaults', () => {
    const customOverrides = [
      over({ model: 'gemini-2.5-pro' }, { topK: null, thinkingConfig: { thinkingBudget: null } }),
      over({ model: 'openai/gpt-5' }, { maxOutputTokens: 100 }),
    ];
    const expected = { temperature: 1, topP: 0.95, thinkingConfig: { includeThoughts: true } };
    expect(configOf(key('gemini-2.5-pro'), { customOverrides })).toEqual(expected);
    expect(configOf(key('openai/gpt-5'), { customOverrides })).toEqual({ maxOutputTokens: 100 });
  });
});

describe('a model of another provider is configured by settings without defaults', () => {
  const gpt = 'openai/gpt-5';
  const foreign = (config: Config, parent: string): ModelConfigs => ({
    customAliases: { a: alias(config, { extends: parent, model: gpt }) },
  });
  test.each<[string, ModelConfigs, ConfigKey, Config]>([
    ['by an alias that extends a base', foreign({ topK: 3 }, 'chat-base-3'), key('a'), { topK: 3 }],
    ['by an alias that extends a model', foreign({ topK: 3 }, 'gemini-2.5-pro'), key('a'), { topK: 3 }],
    [
      'by an override',
      { overrides: [over({ model: 'gemini-2.5-pro' }, { p: 1 }, gpt)] },
      key('gemini-2.5-pro'),
      { p: 1 },
    ],
    ['by a base alias in the settings', { aliases: { base: alias({ p: 1 }) } }, key(gpt), { p: 1 }],
    ['with the name of a Gemini model', {}, key('openrouter/google/gemini-2.5-pro'), {}],
    ['used for the alias of a default', {}, key('classifier', { asked: gpt, isChatModel: false }), {}],
    [
      'used, and named by an override',
      { overrides: [over({ model: gpt }, { p: 1 })] },
      key('base', { asked: gpt }),
      { p: 1 },
    ],
  ])('%s', (...[, configs, asked, expected]) => {
    expect(configOf(asked, configs)).toEqual(expected);
  });

  test.each(['gemini-3.5-flash', 'vertex/gemini-3.5-flash'])('but %s has defaults', (asked) => {
    expect(configOf(key('classifier', { asked }))).toMatchObject({ temperature: 0, maxOutputTokens: 1024 });
  });

  test('and the requested alias beats the model that is used', () => {
    const overrides = [over({ model: 'base' }, { p: 'alias' }), over({ model: gpt }, { p: 'asked' })];
    expect(configOf(key('base', { asked: gpt }), { overrides })).toEqual({ p: 'alias' });
  });
});

/** From docs/cli/generation-settings.md of Gemini CLI, unchanged, and from settings that users published. */
describe("Gemini CLI's examples work unchanged", () => {
  const thoughts = { includeThoughts: true };
  test.each<[string, unknown, ConfigKey, ReturnType<typeof resolveConfig>]>([
    [
      'a hierarchy that replaces the defaults',
      {
        customAliases: {
          base: { modelConfig: { generateContentConfig: { temperature: 0 } } },
          'chat-base': { extends: 'base', modelConfig: { generateContentConfig: { temperature: 0.7 } } },
        },
      },
      key('gemini-2.5-pro'),
      { model: 'gemini-2.5-pro', config: { temperature: 0.7, thinkingConfig: { thinkingBudget: 8192 } } },
    ],
    [
      'parameters for one agent',
      {
        overrides: [
          {
            match: { overrideScope: 'codebaseInvestigator' },
            modelConfig: { generateContentConfig: { thinkingConfig: { thinkingBudget: 4096 } } },
          },
        ],
      },
      key('gemini-2.5-pro', { scope: 'codebaseInvestigator' }),
      { model: 'gemini-2.5-pro', config: { ...chat, thinkingConfig: { ...thoughts, thinkingBudget: 4096 } } },
    ],
    [
      'a deterministic baseline',
      {
        customAliases: {
          'precise-mode': {
            extends: 'chat-base',
            modelConfig: { generateContentConfig: { temperature: 0, topP: 1 } },
          },
        },
      },
      key('precise-mode'),
      { model: 'precise-mode', config: { temperature: 0, topP: 1, topK: 64, thinkingConfig: thoughts } },
    ],
    [
      'another model instead of one',
      {
        overrides: [{ match: { model: 'gemini-2.5-pro' }, modelConfig: { model: 'gemini-2.5-pro-experimental-001' } }],
      },
      key('gemini-2.5-pro'),
      {
        model: 'gemini-2.5-pro-experimental-001',
        config: { ...chat, thinkingConfig: { ...thoughts, thinkingBudget: 8192 } },
      },
    ],
    [
      'an alias for a model, and an override for that model',
      {
        customAliases: {
          'gemini-3-pro-preview': { extends: 'chat-base-2.5', modelConfig: { model: 'gemini-2.5-flash' } },
        },
        customOverrides: [
          { match: { model: 'gemini-2.5-flash' }, modelConfig: { generateContentConfig: { temperature: 0.5 } } },
        ],
      },
      key('gemini-3-pro-preview'),
      {
        model: 'gemini-2.5-flash',
        config: { ...chat, temperature: 0.5, thinkingConfig: { ...thoughts, thinkingBudget: 8192 } },
      },
    ],
    [
      'a utility alias with another model',
      { customAliases: { classifier: { extends: 'base', modelConfig: { model: 'vertex/gemini-2.5-flash' } } } },
      key('classifier', { scope: 'classifier', isChatModel: false }),
      { model: 'vertex/gemini-2.5-flash', config: { temperature: 0, topP: 1 } },
    ],
  ])('%s', (...[, settings, asked, expected]) => {
    expect(resolveConfig(asked, modelConfigsSchema.parse(settings))).toEqual(expected);
  });
});

test('a model with the name of a property of every object is a normal model', () => {
  expect(resolveConfig(key('constructor')).model).toBe('constructor');
});

const names = fc.constantFrom('a', 'b', 'c', 'base', 'gemini-2.5-pro', 'openai/x');
const scalars = fc.oneof(fc.integer(), fc.constant(null), fc.boolean());
const configs = fc.dictionary(
  fc.constantFrom('p', 'q', 'thinkingConfig'),
  fc.oneof(scalars, fc.dictionary(fc.constantFrom('p', 'q'), scalars), fc.array(fc.integer(), { maxLength: 2 })),
);
const modelConfigs = fc.record({ model: names, generateContentConfig: configs }, { requiredKeys: [] });
const matches = fc.record(
  { model: names, overrideScope: fc.constantFrom('core', 'sub'), isRetry: fc.boolean(), isChatModel: fc.boolean() },
  { requiredKeys: [] },
);
const overrides: fc.Arbitrary<ModelOverride[]> = fc.array(fc.record({ match: matches, modelConfig: modelConfigs }), {
  maxLength: 4,
});
const aliases = fc.dictionary(
  names,
  fc.record({ extends: names, modelConfig: modelConfigs }, { requiredKeys: ['modelConfig'] }),
);
const settings = fc.record({ aliases, customAliases: aliases, overrides, customOverrides: overrides });
const keys = fc.record({
  model: names,
  scope: fc.constantFrom('core', 'sub'),
  isRetry: fc.boolean(),
  isChatModel: fc.boolean(),
});

function outcomeOf(asked: ConfigKey, given: ModelConfigs): unknown {
  try {
    return resolveConfig(asked, given);
  } catch (thrown) {
    if (!AgentError.is(thrown)) throw thrown;
    return thrown.message;
  }
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

test('the same key gives the same result or error, and the settings are not modified', () => {
  fc.assert(
    fc.property(keys, settings, (asked, given) => {
      const first = outcomeOf(freeze(asked), freeze(structuredClone(given)));
      expect(outcomeOf(asked, given)).toEqual(first);
    }),
  );
});

test('an override with all conditions wins, in any position', () => {
  const rivals = overrides.map((list) => list.filter(({ match }) => Object.keys(match).length < 4));
  fc.assert(
    fc.property(keys, fc.tuple(rivals, rivals), fc.nat(4), (asked, [theirs, ours], at) => {
      const { scope, ...conditions } = asked;
      const last = over({ ...conditions, overrideScope: scope }, { p: 'last' }, 'last');
      const resolved = resolveConfig(asked, { overrides: theirs, customOverrides: ours.toSpliced(at, 0, last) });
      expect(resolved).toMatchObject({ model: 'last', config: { p: 'last' } });
    }),
  );
});
