import { globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const packages = join(import.meta.dirname, '../../packages');

/** The folders of a package that each of its folders imports, with one import as an example. */
function findArrows(root: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const arrows = new Map<string, Map<string, string>>();
  const folderOf = (path: string): string => relative(root, dirname(path)).split('/')[0] ?? '';
  for (const file of globSync('**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const path = join(root, file);
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      const target = resolve(dirname(path), specifier);
      const [from, to] = [folderOf(path), folderOf(target)];
      if (from === '' || to === '' || from === to) continue;
      const known = arrows.get(from) ?? new Map<string, string>();
      arrows.set(from, known.set(to, `${file} imports ${relative(root, target)}`));
    }
  }
  return arrows;
}

/** The imports of a way from a folder back to itself. */
function findWayBack(arrows: ReturnType<typeof findArrows>, start: string): readonly string[] | undefined {
  const seen = new Set<string>();
  const walk = (at: string, way: readonly string[]): readonly string[] | undefined => {
    for (const [next, example] of arrows.get(at) ?? []) {
      if (next === start) return [...way, example];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...way, example]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(start, []);
}

test.each(readdirSync(packages))('in %s no folder imports one that imports it', (name) => {
  const arrows = findArrows(join(packages, name, 'src'));
  for (const folder of arrows.keys()) expect(findWayBack(arrows, folder)).toBeUndefined();
});

test('a way back is found', () => {
  const arrows = new Map([
    ['a', new Map([['b', 'a/1.ts imports b/1.ts']])],
    ['b', new Map([['a', 'b/2.ts imports a/2.ts']])],
  ]);
  expect(findWayBack(arrows, 'a')).toEqual(['a/1.ts imports b/1.ts', 'b/2.ts imports a/2.ts']);
});
