import { expect, test } from 'vitest';
import { defaultLimits, type Confinement } from '../confinement.ts';
import { createSeatbeltProfile } from './create-seatbelt-profile.ts';

const confined = (profile: Confinement['profile'], change: Partial<Confinement> = {}): string =>
  createSeatbeltProfile({
    profile,
    folders: ['/Users/you/work'],
    home: '/Users/you',
    readable: [],
    writable: [],
    hidden: [],
    unixSockets: false,
    limits: defaultLimits,
    ...change,
  });
/** The rules that mention a path, in order. */
const rulesOf = (text: string, path: string): string[] =>
  text
    .split('\n(')
    .filter((rule) => rule.includes(`"${path}"`))
    .map((rule) => rule.split('\n')[0] ?? '');

test('brackets and quotes match, whatever a path contains', () => {
  const text = confined('work', { folders: ['/Users/you/a "b" \\ (c'], hidden: ['/Users/you/a "b" \\ (c/.env'] });
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  expect(bare.split('(').length).toBe(bare.split(')').length);
  expect(bare).not.toContain('(c');
});

test('allows only what is listed, and no network', () => {
  for (const profile of ['observe', 'work'] as const) {
    expect(confined(profile)).toMatch(/^\(version 1\)\n\(deny default\)\n/);
    expect(confined(profile)).toContain('(deny network*)');
    expect(confined(profile)).not.toContain('allow network');
    expect(confined(profile)).not.toContain('"/Users/you"');
  }
});

test('observe writes nothing, and work writes its folders except for files that run later', () => {
  expect(rulesOf(confined('observe'), '/Users/you/work')).toEqual(['allow file-read*']);
  expect(rulesOf(confined('work'), '/Users/you/work')).toEqual(['allow file-read*', 'allow file-write*']);
  for (const name of ['.git/hooks', '.git/commondir', '.vscode', '.mcp.json', '.cursor', '.geminiignore'])
    expect(rulesOf(confined('work'), `/Users/you/work/${name}`)).toEqual(['deny file-write*']);
});

test('denies hidden paths after everything that is allowed', () => {
  const text = confined('work', { hidden: ['/Users/you/work/.env'] });
  expect(rulesOf(text, '/Users/you/work/.env')).toEqual(['deny file-read* file-write*']);
  expect(text.lastIndexOf('allow file')).toBeLessThan(text.indexOf('"/Users/you/work/.env"'));
});
