import { describe, expect, it } from 'vitest';
import { findImports, isPlainlyFile } from './find-imports.ts';

const paths = (text: string): readonly string[] => findImports(text).map(({ path }) => path);

describe('a word that begins with @ may name a file', () => {
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

  it('and is found where it stands', () => {
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
  ])('but not in %j', (text) => {
    expect(paths(text)).toEqual([]);
  });
});

describe('whether somebody should be told that a file is missing', () => {
  it.each(['docs/x.md', './x.md', '../x.json', '~/notes.txt', 'README.MD'])('yes: @%s', (path) => {
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
  ])('no: @%s', (path) => {
    expect(isPlainlyFile(path)).toBe(false);
  });
});
