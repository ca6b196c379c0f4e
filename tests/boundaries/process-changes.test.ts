import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);

/** The changes that a child process reports after it loads a library. */
async function findChanges(...args: readonly string[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-process-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const child = join(import.meta.dirname, 'children/process-changes.ts');
  const { stdout, stderr } = await run(process.execPath, ['--conditions=@bowline/source', child, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, BOWLINE_HOME: join(folder, 'home') },
  });
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr.replaceAll(/^\(.*(?:ExperimentalWarning|--trace-warnings).*$/gm, '').trim()).toBe('');
  return JSON.parse(stdout) as readonly string[];
}

/** The changes by ADK that docs/sdk.md lists. */
function readDocumented(): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/sdk.md'), 'utf8');
  const [, section = ''] = /## Your process\n([^]*?)(?:\n## |$)/.exec(text) ?? [];
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
}

test('a program that opens a session and runs a command finds its process unchanged, except for what ADK changes on load', async () => {
  const [loaded, used] = await Promise.all([findChanges('adk'), findChanges('sdk', 'echo one')]);
  expect(used.filter((name) => !loaded.includes(name))).toEqual([]);
  expect(loaded.map((name) => name.replace(/ \d+$/, '')).toSorted()).toEqual(readDocumented().toSorted());
});
