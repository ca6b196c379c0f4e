import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultLimits, type Confinement } from '../confinement.ts';
import { planMounts, type MountPlan } from './plan-mounts.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  for (const name of ['home/.ssh', 'home/.nvm', 'home/work/src', 'tools/bin'])
    mkdirSync(join(folder, name), { recursive: true });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function confined(profile: Confinement['profile'], change: Partial<Confinement> = {}): Confinement {
  const home = join(folder, 'home');
  const nothing = { readable: [], writable: [], hidden: [], unixSockets: false, limits: defaultLimits };
  return { profile, folders: [join(home, 'work')], home, ...nothing, ...change };
}
const inputs = () => ({
  path: `relative:/usr/bin:${join(folder, 'tools/bin')}:${join(folder, 'home/work/bin')}`,
  bindsDescriptors: true,
  isPlaceholder: () => false,
});
function plan(confinement: Confinement): MountPlan {
  const planned = planMounts(confinement, inputs());
  if ('problem' in planned) throw new Error(planned.problem);
  return planned;
}
/** The mounts below the test folder, in order, as relative paths. */
function mounts({ args }: MountPlan): string[] {
  const found: string[] = [];
  for (const [n, option] of args.entries()) {
    if (!/^--(?:ro-)?bind(?:-fd)?$|^--tmpfs$/.test(option)) continue;
    const target = args[n + (option === '--tmpfs' ? 1 : 2)] ?? '';
    if (target.startsWith(folder)) found.push(`${option} ${target.slice(folder.length + 1)}`);
  }
  return found;
}

test('in observe, folders and toolchains are read-only in an empty home', () => {
  const inHome = mounts(plan(confined('observe'))).filter((mount) => mount.includes(' home'));
  expect(inHome).toEqual(['--tmpfs home', '--ro-bind home/.nvm', '--ro-bind home/work']);
});

test('in work, folders are mounted by descriptor, with placeholders for missing paths', () => {
  mkdirSync(join(folder, 'home/work/.idea'));
  const planned = plan(confined('work'));
  expect(mounts(planned)).toContain('--bind-fd home/work');
  expect(planned.held).toEqual([{ path: join(folder, 'home/work'), argument: expect.any(Number) as number }]);
  expect(planned.args[planned.held[0]?.argument ?? 0]).toBe('');
  expect(planned.placeholders.map(({ path }) => path.slice(folder.length + 6))).toContain('work/.vscode');
  expect(mounts(planned)).toContain('--tmpfs home/work/.vscode');
  expect(mounts(planned)).toContain('--ro-bind home/work/.idea');
  expect(mounts(planned)).toContain('--ro-bind home/work/.mcp.json');
});

test('folders above protected or hidden paths are pinned, outer ones first', () => {
  mkdirSync(join(folder, 'home/work/a/b'), { recursive: true });
  writeFileSync(join(folder, 'home/work/a/b/.env'), '');
  const found = mounts(plan(confined('work', { hidden: ['a/b/.env'] })));
  expect(found.filter((each) => each.includes('work/a'))).toEqual([
    '--bind home/work/a',
    '--bind home/work/a/b',
    '--ro-bind home/work/a/b/.env',
  ]);
});

test('a folder that contains the home folder, or a protected path behind a link, has no plan', () => {
  for (const wide of ['/', join(folder, 'home'), folder])
    expect(planMounts(confined('observe', { folders: [wide] }), inputs())).toHaveProperty('problem');
  expect(planMounts(confined('work', { writable: ['/'] }), inputs())).toHaveProperty('problem');
  symlinkSync('/elsewhere', join(folder, 'home/work/.vscode'));
  expect(planMounts(confined('work'), inputs())).toHaveProperty('problem');
  expect(planMounts(confined('observe'), inputs())).not.toHaveProperty('problem');
});
