import { describe, expect, it } from 'vitest';
import { foldersBelow, joinPath, parentOf } from './path-names.ts';

describe('path operations without file access', () => {
  it.each([
    ['/a', '../b', '/b'],
    ['/a', './b//c/.', '/a/b/c'],
    ['/', '/etc/x', '/etc/x'],
    ['/a', '../../../..', '/'],
  ])('%s and %s are %s', (folder, path, joined) => {
    expect(joinPath(folder, path)).toBe(joined);
  });

  it('a directory, its parents and what is between', () => {
    expect([parentOf('/a/b'), parentOf('/a'), parentOf('/')]).toEqual(['/a', '/', '/']);
    expect(foldersBelow('/a', '/a/b/c')).toEqual(['/a/b', '/a/b/c']);
    expect(foldersBelow('/a', '/a')).toEqual([]);
    expect(foldersBelow('/', '/a')).toEqual(['/a']);
  });
});
