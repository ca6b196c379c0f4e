import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openModelServer, type ModelScript, type ScriptedStep } from '@bowline/testkit';
import { toCanaries } from '../../tests/kit/canaries.ts';

/** A machine with keys, on which the built CLI runs any number of times. */
export interface CliBench {
  readonly folder: string;
  readonly workspace: string;
  readonly home: string;
  readonly bowlineHome: string;
  readonly secrets: readonly [string, string, string];
  readonly run: (argv: readonly string[], options?: CliRun) => Promise<CliOutput>;
}

/** How a run differs from one that needs no model and exits by itself. */
export interface CliRun {
  readonly script?: ModelScript | readonly ScriptedStep[];
  /** The signal to send once `when`, which is polled, returns true. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly when: () => boolean };
  readonly env?: Readonly<Record<string, string>>;
}

/** The exit code and output of a run. */
export interface CliOutput {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const LONGEST_MS = 60_000;
const LOOK_MS = 20;

/** Creates the machine in a folder: two keys in the environment, one stored, all of them in files of the workspace. */
export function openCliBench(folder: string, cli: string): CliBench {
  const id = randomBytes(9).toString('hex');
  const secrets = [`AIzaSy-canary_${id}`, `p?q/r+s~t>v_${id} wx`, `canary-stored-${id}`] as const;
  const [workspace, home, temporary] = ['work', 'home', 'tmp'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const bowlineHome = join(home, '.bowline');
  rmSync(folder, { recursive: true, force: true });
  for (const path of [workspace, bowlineHome, temporary]) mkdirSync(path, { recursive: true, mode: 0o700 });
  const write = (path: string, text: string): void => {
    writeFileSync(path, text, { mode: 0o600 });
  };
  write(join(bowlineHome, 'credentials.json'), JSON.stringify({ openai: { apiKey: secrets[2] } }));
  const forms = secrets.flatMap(toCanaries).map(({ text }) => text);
  write(join(workspace, 'notes.txt'), `${forms.join('\n')}\n`);
  const lines = secrets.map((secret, n) => `KEY_${n}=${secret}\n`).join('');
  // A file whose name suggests keys needs approval; the second file shows that its contents are redacted.
  for (const name of ['.env', 'plain.txt']) write(join(workspace, name), lines);
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: temporary, BOWLINE_HOME: bowlineHome },
    ...{ GEMINI_API_KEY: secrets[0], ANTHROPIC_API_KEY: secrets[1] },
  };
  return {
    ...{ folder, workspace, home, bowlineHome, secrets },
    run: async (argv, { script = [], signal, env: more = {} } = {}) => {
      const server = await openModelServer(script);
      const all = { ...env, GOOGLE_GEMINI_BASE_URL: server.url, ...more };
      try {
        return await runToEnd([cli, ...argv], { cwd: workspace, env: all, signal });
      } finally {
        await server.close();
      }
    },
  };
}

async function runToEnd(
  argv: readonly string[],
  {
    cwd,
    env,
    signal,
  }: { readonly cwd: string; readonly env: Record<string, string>; readonly signal: CliRun['signal'] },
): Promise<CliOutput> {
  const child = spawn(process.execPath, argv, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST_MS });
  const pieces: [string[], string[]] = [[], []];
  child.stdout.on('data', (bytes: Buffer) => pieces[0].push(bytes.toString('latin1')));
  child.stderr.on('data', (bytes: Buffer) => pieces[1].push(bytes.toString('latin1')));
  const timer = setInterval(() => {
    if (signal === undefined || !signal.when()) return;
    clearInterval(timer);
    child.kill(signal.name);
  }, LOOK_MS);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  clearInterval(timer);
  return { code, stdout: pieces[0].join(''), stderr: pieces[1].join('') };
}
