// Counts the source files that one headless turn loads, in this tree or another: npm run turn-files [-- FOLDER]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AgentError } from '@bowline/protocol';
import { answer, openGeminiServer } from '@bowline/testkit';

const root = resolve(process.argv[2] ?? '.');
const folder = mkdtempSync(join(tmpdir(), 'bowline-files-'));
const server = await openGeminiServer([answer.text('hello')]);
try {
  const cli = join(root, 'packages/cli/src/main.ts');
  // V8 reports each script that was loaded.
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    BOWLINE_HOME: join(folder, 'home'),
    NODE_V8_COVERAGE: join(folder, 'coverage'),
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: server.url,
  };
  const args = ['--conditions=@bowline/source', '--no-warnings', cli, '--trust', '-p', 'hi'];
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new AgentError('INTERNAL', `The turn ended with ${String(code)}`);
  console.log(`source files loaded by one headless turn: ${countSources()}`);
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Each file once, although threads load some of them again. */
function countSources(): number {
  const sources = pathToFileURL(join(root, 'packages/')).href;
  const urls = readdirSync(join(folder, 'coverage')).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, 'coverage', name), 'utf8')) as {
      readonly result: readonly { readonly url: string }[];
    };
    return result.map(({ url }) => url);
  });
  return new Set(urls.filter((url) => url.startsWith(sources) && url.includes('/src/'))).size;
}
