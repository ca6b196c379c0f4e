import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deciderOf, explainSetting } from './explain-setting.ts';
import { joinValues } from './join-values.ts';
import { parseSettingsFile } from '../files/parse-settings-file.ts';
import { resolveSettings } from './resolve-settings.ts';
import { settingKeys, settingOf } from '../keys/setting-slices.ts';
import { levels, type SettingsLayer, type SettingsLevel } from '../files/settings-layer.ts';

function layer(level: SettingsLevel, path: string, value: unknown): SettingsLayer {
  return parseSettingsFile({ path, level, text: JSON.stringify(value), lookup: () => undefined });
}

test('the last layer decides, and the overridden ones are listed', () => {
  const settings = resolveSettings([
    layer('user', '/theirs', { model: { name: 'a' } }),
    layer('user', '/ours', { model: { name: 'b' } }),
    layer('workspace', '/folder', { model: { maxSessionTurns: 3 } }),
  ]);
  const { value, from, overrode, description } = explainSetting(settings, 'model.name');
  expect([value, from.map(({ source }) => source), overrode.map(({ source }) => source)]).toEqual([
    'b',
    ['/ours'],
    ['default', '/theirs'],
  ]);
  expect(description).toMatch(/^The model to use/);
});

test('for a merged list, all layers that contribute are listed', () => {
  const settings = resolveSettings([
    layer('user', '/a', { tools: { exclude: ['x', 'y'] }, context: { includeDirectories: ['/1'] } }),
    layer('workspace', '/b', { tools: { exclude: ['y', 'z'] }, context: { includeDirectories: ['/1'] } }),
  ]);
  expect(settings.values['tools.exclude']).toEqual(['x', 'y', 'z']);
  expect(settings.values['context.includeDirectories']).toEqual(['/1', '/1']);
  expect(explainSetting(settings, 'tools.exclude')).toMatchObject({
    from: [{ source: '/a' }, { source: '/b' }],
    overrode: [],
  });
  expect(explainSetting(settings, 'context.includeDirectories').from.map(({ source }) => source)).toEqual(['/a', '/b']);
});

test('a setting that is not set has its default, or no value', () => {
  const settings = resolveSettings([]);
  expect(explainSetting(settings, 'tools.useRipgrep')).toMatchObject({ value: true, from: [{ level: 'default' }] });
  expect(explainSetting(settings, 'tools.core')).toMatchObject({ value: undefined, from: [], overrode: [] });
  expect(deciderOf(settings, 'tools.core')).toBeUndefined();
});

test('every default fits its own schema', () => {
  for (const key of settingKeys) {
    const { default: usual, schema } = settingOf(key);
    if (usual !== undefined) expect(schema().safeParse(usual).success, key).toBe(true);
  }
});

const said = fc.record(
  {
    model: fc.record(
      { name: fc.constantFrom('a', 'b'), maxSessionTurns: fc.constantFrom(-1, 3) },
      { requiredKeys: [] },
    ),
    tools: fc.record(
      { exclude: fc.subarray(['x', 'y', 'z']), core: fc.subarray(['x', 'y']), useRipgrep: fc.boolean() },
      { requiredKeys: [] },
    ),
    context: fc.record({ includeDirectories: fc.subarray(['/1', '/2']) }, { requiredKeys: [] }),
    prices: fc.dictionary(fc.constantFrom('m', 'n'), fc.record({ input: fc.nat(3), output: fc.nat(3) })),
  },
  { requiredKeys: [] },
);

test('the explanation of a setting has its value', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...levels), said), { maxLength: 5 }), (files) => {
      const settings = resolveSettings(files.map(([level, value], n) => layer(level, `/${n}`, value)));
      for (const key of settingKeys) {
        const { value, from, overrode } = explainSetting(settings, key);
        const { join = 'replace' } = settingOf(key);
        const joined = from.reduce<unknown>((all, voice) => joinValues(all, voice.value, join), undefined);
        expect(joined).toEqual(settings.values[key]);
        expect(value).toEqual(settings.values[key]);
        if (join === 'replace') expect(from.length).toBeLessThanOrEqual(1);
        else expect(overrode).toEqual([]);
      }
    }),
  );
});
