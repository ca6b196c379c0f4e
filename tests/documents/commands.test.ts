import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { answer, openModelServer, type ModelServer } from '@bowline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitCopy } from './commit-copy.ts';
import { readCommandBlocks } from './read-command-blocks.ts';

const repo = join(import.meta.dirname, '../..');
const blocks = readCommandBlocks(repo);

let folder = '';
let server: ModelServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-commands-'));
  for (const name of ['home', 'prefix']) mkdirSync(join(folder, name));
  commitCopy(repo, join(folder, 'source'));
  server = await openModelServer(Array.from({ length: 40 }, () => answer.text('Done.')));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}, 120_000); // an installation has 40,000 files

/** The environment of a reader who follows the documents: their own home, the clone, a repository, and a model. */
function readersEnvironment(): Record<string, string> {
  return {
    PATH: [join(folder, 'prefix/bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(':'),
    HOME: join(folder, 'home'),
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    GOOGLE_GEMINI_BASE_URL: server.url,
    npm_config_prefix: join(folder, 'prefix'),
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
    npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
}

/** Ends the background processes of a block together with it. */
const ENDS_JOBS = "trap 'jobs -p | xargs -r kill' EXIT\n";

async function run(commands: string, cwd: string): Promise<{ readonly code: unknown; readonly output: string }> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', ENDS_JOBS + commands], {
    cwd,
    env: readersEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += String(bytes)));
  const [code] = (await once(child, 'close')) as unknown[];
  return { code, output };
}

describe('Command blocks of the documents', () => {
  it('Each block that is not run says what it needs', () => {
    expect(blocks.length).toBeGreaterThan(5);
    for (const { notRun } of blocks) expect(notRun ?? 'needs nothing').toMatch(/^needs |^CI runs it$/);
  });

  it.each(blocks.filter(({ notRun }) => notRun === undefined))(
    '$document:$line runs in a fresh clone',
    { timeout: 300_000 },
    async ({ document, commands }) => {
      const isInstall = commands.includes('<this repo>');
      const cwd = isInstall ? folder : join(folder, 'bowline');
      if (!isInstall) mkdirSync(join(cwd, 'your-repository'), { recursive: true });
      const { code, output } = await run(commands.replaceAll('<this repo>', join(folder, 'source')), cwd);
      expect(code, `${document}:\n${commands}\n${output}`).toBe(0);
    },
  );
});
