import * as fc from 'fast-check';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decideTrust, type PlacedRule } from './decide-trust.ts';
import { trustLevelSchema } from './trust-rule.ts';

const rule = (path: string, level: PlacedRule['level'], rank = 1): PlacedRule => ({
  path,
  root: level === 'TRUST_PARENT' ? dirname(path) : path,
  level,
  rank,
});
const isTrusted = (folder: string, ...rules: readonly PlacedRule[]): boolean =>
  (decideTrust(folder, rules)?.level ?? 'DO_NOT_TRUST') !== 'DO_NOT_TRUST';

test.each<[string, boolean, [string, ...PlacedRule[]]]>([
  ['there is no rule', false, ['/ws']],
  ['a trusted folder', true, ['/ws', rule('/ws', 'TRUST_FOLDER')]],
  ['what is below it', true, ['/ws/a/b', rule('/ws', 'TRUST_FOLDER')]],
  ['what is above it', false, ['/', rule('/ws', 'TRUST_FOLDER')]],
  ['a folder whose name goes on', false, ['/ws-evil', rule('/ws', 'TRUST_FOLDER')]],
  ['a trusted parent', true, ['/src/other', rule('/src/ws', 'TRUST_PARENT')]],
  ['a trusted parent itself', true, ['/src', rule('/src/ws', 'TRUST_PARENT')]],
  ['beside a trusted parent', false, ['/src-evil', rule('/src/ws', 'TRUST_PARENT')]],
  ['below one that is not', false, ['/ws/evil/a', rule('/ws', 'TRUST_FOLDER'), rule('/ws/evil', 'DO_NOT_TRUST')]],
  ['trusted below that again', true, ['/a/b/c/d', rule('/a/b', 'DO_NOT_TRUST'), rule('/a/b/c', 'TRUST_FOLDER')]],
  ['both of one folder', false, ['/ws', rule('/ws', 'TRUST_FOLDER'), rule('/ws', 'DO_NOT_TRUST')]],
  ['a parent by its child', false, ['/a/b', rule('/a/b/c', 'TRUST_PARENT'), rule('/a/b', 'DO_NOT_TRUST')]],
  ['ours of the same path', true, ['/ws', rule('/ws', 'TRUST_FOLDER', 1), rule('/ws', 'DO_NOT_TRUST', 2)]],
  ['ours against it', false, ['/ws', rule('/ws', 'DO_NOT_TRUST', 1), rule('/ws', 'TRUST_FOLDER', 2)]],
  ['theirs, of another path', false, ['/a/b', rule('/a/b/c', 'TRUST_PARENT', 1), rule('/a/b', 'DO_NOT_TRUST', 2)]],
  ['theirs, deeper', false, ['/ws/evil', rule('/ws', 'TRUST_FOLDER', 1), rule('/ws/evil', 'DO_NOT_TRUST', 2)]],
])('%s: %s', (_case, expected, [folder, ...rules]) => {
  expect(isTrusted(folder, ...rules)).toBe(expected);
  expect(isTrusted(folder, ...rules.toReversed())).toBe(expected);
});

describe('for all rules,', () => {
  // Names with common prefixes, names that look like `..`, and names that contain separators of other systems.
  const names = fc.constantFrom('w', 'ws', 'ws-evil', 'ws.', '..ws', '...', 'WS', ' ', 'a\\b', '~');
  const segments = fc.array(names, { maxLength: 4 });
  const paths = segments.map((parts) => join('/', ...parts));
  const rules = fc.array(
    fc
      .record({
        path: paths,
        level: fc.constantFrom(...trustLevelSchema.options),
        rank: fc.integer({ min: 0, max: 2 }),
      })
      .map(({ path, level, rank }) => rule(path, level, rank)),
    { maxLength: 8 },
  );

  test('the result is the same as climbing from the folder to the root up to the first rule', () => {
    fc.assert(
      fc.property(paths, rules, (folder, all) => {
        expect(isTrusted(folder, ...all)).toBe(climb(folder, all));
      }),
      { numRuns: 2000 },
    );
  });

  test('another DO_NOT_TRUST rule of the lowest rank never makes a folder trusted', () => {
    fc.assert(
      fc.property(paths, rules, paths, (folder, all, path) => {
        if (isTrusted(folder, ...all)) return;
        expect(isTrusted(folder, ...all, rule(path, 'DO_NOT_TRUST', 0))).toBe(false);
      }),
    );
  });

  test('the order of the rules does not matter', () => {
    fc.assert(
      fc.property(paths, rules, (folder, all) => {
        expect(isTrusted(folder, ...all.toReversed())).toBe(isTrusted(folder, ...all));
      }),
    );
  });
});

/** A naive implementation: folder by folder upwards, without the rules that a lower rank replaces. */
function climb(folder: string, rules: readonly PlacedRule[]): boolean {
  const above = [folder];
  while (above.at(-1) !== '/') above.push(dirname(above.at(-1) ?? '/'));
  const near = rules.filter(({ root }) => above.includes(root));
  const best = new Map<string, number>();
  for (const { path, rank } of near) best.set(path, Math.min(rank, best.get(path) ?? rank));
  for (const place of above) {
    const here = near.filter(({ path, root, rank }) => root === place && best.get(path) === rank);
    if (here.length > 0) return here.every(({ level }) => level !== 'DO_NOT_TRUST');
  }
  return false;
}
