import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGrants } from './open-grants.ts';

const rule = '[[rule]]\ntoolName = ["replace", "write_file"]\ndecision = "allow"\npriority = 50\n';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bowline-grants-'));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

test('a grant is saved once per project, and other processes see it added and removed', async () => {
  const here = openGrants({ home, bowlineHome: home });
  const there = openGrants({ home, bowlineHome: home });
  const versions = [there.version()];
  await here.keep({ rule, project: '/a' });
  await here.keep({ rule, project: '/a' });
  versions.push(there.version());
  await here.keep({ rule });
  expect(there.list().map(({ text, project }) => [text, project])).toEqual([
    ['edits to any file in the project', '/a'],
    ['edits to any file in the project', undefined],
  ]);
  versions.push(there.version());
  here.list()[0]?.remove();
  versions.push(there.version());
  expect(there.list()).toHaveLength(1);
  expect(new Set(versions).size).toBe(versions.length);
});

test('grants of a session on a server are separate from those of this machine', async () => {
  await openGrants({ home, bowlineHome: home, learnedDir: join(home, 'tenant') }).keep({ rule });
  expect(openGrants({ home, bowlineHome: home }).list()).toEqual([]);
});
