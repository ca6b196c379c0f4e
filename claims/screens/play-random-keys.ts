import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, openModelServer } from '@bowline/testkit';
import { openLivePty } from '../../tests/tui/open-live-pty.ts';
import { marksIn, pressRandomKeys, type DraftFindings } from './random-keys.ts';

/** Where the program is, and how much is pressed. */
export interface RandomKeysOptions {
  readonly folder: string;
  readonly cli: string;
  readonly seed: number;
  readonly count: number;
}

/** Every fourth answer asks for approval, so that questions are open too. */
const question = answer.calls({ name: 'run_shell_command', args: { command: 'mkdir -p out && ls out' } });
const rounds = Array.from({ length: 400 }, (_, at) => (at % 4 === 1 ? question : answer.text('Noted.')));

/** Presses random keys in the built program, in a terminal of its own. */
export async function playRandomKeys({ folder, cli, seed, count }: RandomKeysOptions): Promise<DraftFindings> {
  const home = join(folder, `keys-${seed}`);
  const work = join(home, 'work');
  mkdirSync(work, { recursive: true });
  for (const name of ['parse.ts', 'print.ts', 'notes.md']) writeFileSync(join(work, name), 'a row\n');
  const server = await openModelServer({ steps: rounds, default: answer.text('Noted.') });
  const pty = openLivePty({
    file: process.execPath,
    args: [cli, '--trust'],
    cwd: work,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      BOWLINE_HOME: join(home, '.bowline'),
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: server.url,
      EDITOR: 'true',
      PAGER: 'true',
    },
    columns: 100,
    rows: 30,
  });
  let code: number | undefined;
  void pty.ended.then((ended) => (code = ended));
  const wasSent = (mark: string): boolean =>
    server.requests.some(({ body }) => marksIn(JSON.stringify(body)).includes(mark));
  try {
    await pty.until((rows) => rows.some((row) => row.includes('Type a request')));
    return await pressRandomKeys({ pty, wasSent, exitCode: () => code }, { seed, count });
  } finally {
    pty.kill();
    await pty.ended;
    await server.close();
  }
}
