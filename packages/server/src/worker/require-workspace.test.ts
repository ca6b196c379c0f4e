import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireWorkspace } from './require-workspace.ts';

describe('requireWorkspace', () => {
  let root: string;

  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-workspaces-')));
    for (const name of ['a/repo/deep', 'b/repo', 'a-not', '..a']) mkdirSync(join(root, name), { recursive: true });
    symlinkSync(join(root, 'b/repo'), join(root, 'a/link'));
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const may = async (folders: readonly string[], allowed: readonly string[]): Promise<boolean> =>
    await requireWorkspace(
      folders.map((folder) => join(root, folder)),
      { allowed: allowed.map((folder) => join(root, folder)), tenant: 'a' },
    ).then(
      () => true,
      () => false,
    );

  it.each<[string, [folders: string[], allowed: string[]], boolean]>([
    ['anywhere when nothing is said', [['b/repo'], []], true],
    ['in the folder itself', [['a'], ['a']], true],
    ['below it', [['a/repo/deep'], ['a']], true],
    ['in a folder of its tenant', [['a/repo'], ['{tenant}']], true],
    ['not in a folder of another tenant', [['b/repo'], ['{tenant}']], false],
    ['not beside it', [['a-not'], ['a']], false],
    ['not above it', [['.'], ['a']], false],
    ['not where a link leads out', [['a/link'], ['a']], false],
    ['not when one of several is elsewhere', [['a/repo', 'b/repo'], ['a']], false],
    ['not where nothing is', [['a/none'], ['a']], false],
    ['in a folder whose name begins with dots', [['..a'], ['.']], true],
  ])('lets sessions work %s', async (_name, [folders, allowed], expected) => {
    expect(await may(folders, allowed)).toBe(expected);
  });

  it('rejects a relative folder', async () => {
    await expect(requireWorkspace(['a'], { allowed: ['/'], tenant: 'a' })).rejects.toMatchObject({
      code: 'SERVER_REFUSED',
    });
  });
});
