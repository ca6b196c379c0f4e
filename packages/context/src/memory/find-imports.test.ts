import { describe, expect, it } from 'vitest';
import { findImports, isPlainlyFile } from './find-imports.ts';

const paths = (text: string): readonly string[] => findImports(text).map(({ path }) => path);

describe('finds a word that starts with @ and may name a file', () => {
  it.each([
    ['@./x.md', ['./x.md']],
    ['See @docs/x.md.', ['docs/x.md']],
    ['- @../a/b.md\n- @~/c.md\n- @/d/e.md', ['../a/b.md', '~/c.md', '/d/e.md']],
    ['(@docs/x.md), **@y.md**, "@z.md"', ['docs/x.md', 'y.md', 'z.md']],
    ['@docs/übersicht.md', ['docs/übersicht.md']],
    ['@docs/', ['docs']],
    ['@./.cursor/rules.mdc', ['./.cursor/rules.mdc']],
  ])('%j', (text, found) => {
    expect(paths(text)).toEqual(found);
  });

  it('reports its position', () => {
    const text = 'See 😀 @docs/x.md, then go.';
    expect(findImports(text).map(({ start, end }) => text.slice(start, end))).toEqual(['@docs/x.md']);
  });

  it.each([
    'me@example.com',
    'a@./x.md',
    '`@docs/x.md`',
    '```\n@docs/x.md\n```',
    '<!-- @docs/x.md -->',
    '@',
    '@ x.md',
    '@...',
    '`a`@b.md',
  ])('does not find one in %j', (text) => {
    expect(paths(text)).toEqual([]);
  });
});

describe('reports a missing file', () => {
  it.each(['docs/x.md', './x.md', '../x.json', '~/notes.txt', 'README.MD'])('for @%s', (path) => {
    expect(isPlainlyFile(path)).toBe(true);
  });
  it.each([
    'param',
    'types/node',
    'app.route',
    'pytest.mark.slow',
    '/components/Button.tsx',
    'scope/pkg.js',
    './x',
    'v1.2',
  ])('not for @%s', (path) => {
    expect(isPlainlyFile(path)).toBe(false);
  });
});
