// Writes packages/log/fixtures/format-1: a session as stored by the CLI of commit 351c626. Run once; the result is
// kept.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, openModelServer } from '@bowline/testkit';
import { packCommit, unpackCli } from './pack-commit.ts';

// The path is in the records, so it reveals nothing about a machine.
const PLACE = '/tmp/bowline-format-1';
const SESSION = 'format-1';
const out = join(import.meta.dirname, '../../packages/log/fixtures/format-1');

/** Keeps the host name and the process id out of the records. */
const PRELOAD = `import os from 'node:os';
import { syncBuiltinESMExports } from 'node:module';
os.hostname = () => 'somewhere';
syncBuiltinESMExports();
Object.defineProperty(process, 'pid', { value: 4711 });`;

const write = (file: string): object => ({ name: 'write_file', args: { file_path: file, content: file } });
const signed = { name: 'read_file', args: { file_path: 'a.txt' }, signature: 'c2lnbmVkIGNhbGw=' };

rmSync(PLACE, { recursive: true, force: true });
for (const folder of ['project', 'home']) mkdirSync(join(PLACE, folder), { recursive: true });
writeFileSync(join(PLACE, 'project/a.txt'), 'what is in a\n');
writeFileSync(join(PLACE, 'preload.mjs'), PRELOAD);
const cli = unpackCli(packCommit('351c626'), join(PLACE, 'cli'));
const server = await openModelServer([
  { chunks: [{ thought: { text: 'I should look.', signature: 'c2lnbmVk' } }, { calls: [signed] }] },
  answer.thought('It is short.', 'a.txt says what is in a.'),
  answer.calls(write('b.txt') as never),
  answer.text('b.txt is written.'),
  answer.calls(signed),
  answer.calls(write('c.txt') as never, write('d.txt') as never),
]);

const runs: readonly (readonly [args: readonly string[], code: number])[] = [
  [['--session-id', SESSION, '-p', 'What does a.txt say?'], 0],
  [['-r', SESSION, '-p', 'Write b.txt', '--on-confirm', 'suspend'], 62],
  [['approve', SESSION], 0],
  [['-r', SESSION, '-p', 'Look again', '--max-turns', '1'], 53],
  [['-r', SESSION, '-p', 'Write c.txt and d.txt', '--on-confirm', 'suspend'], 62],
];
for (const [args, expected] of runs) {
  const child = spawn(process.execPath, ['--import', join(PLACE, 'preload.mjs'), cli, ...args], {
    cwd: join(PLACE, 'project'),
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: join(PLACE, 'home'),
      BOWLINE_HOME: join(PLACE, 'home'),
      GEMINI_API_KEY: 'x',
      GEMINI_MODEL: 'gemini-2.5-flash',
      GOOGLE_GEMINI_BASE_URL: server.url,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== expected) throw new Error(`${args.join(' ')} ended with ${String(code)}, not with ${expected}`);
}
await server.close();
rmSync(out, { recursive: true, force: true });
for (const file of ['events.db', 'head']) cpSync(join(PLACE, 'home/sessions', SESSION, file), join(out, file));
rmSync(PLACE, { recursive: true, force: true });
