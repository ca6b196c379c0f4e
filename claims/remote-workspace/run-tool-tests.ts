import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many tests of tools passed across the link. */
export interface ToolTests {
  readonly passed: number;
  readonly failed: number;
}

const REPOSITORY = join(import.meta.dirname, '../..');
const SOME = ['packages/tools/src/shell/background-process.test.ts', 'packages/tools/src/files/replace.test.ts'];

/** Runs the tests of tools in a workspace that is served and reached across a link between network namespaces. */
export async function runToolTests(folder: string, { isQuick }: { readonly isQuick: boolean }): Promise<ToolTests> {
  const report = join(folder, 'tools.json');
  const options = ['--project', 'linked', '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`];
  const words = [join(REPOSITORY, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...(isQuick ? SOME : [])];
  const child = spawn(process.execPath, words, { cwd: REPOSITORY, stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'exit');
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Summary;
  return { passed: numPassedTests, failed: numFailedTests };
}

interface Summary {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}
