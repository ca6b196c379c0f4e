import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHostEnvironment } from '@bowline/assembly';
import { openGeminiServer, type GeminiServer, type ScriptedStep } from '@bowline/testkit';
import { runCli } from '../../packages/cli/src/run-cli.ts';
import { TerminalWriter } from '../../packages/cli/src/terminal/terminal-writer.ts';

/** The result of a CLI run. */
export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a run differs from the default. */
export interface RunOptions {
  readonly stdin?: string;
  readonly signal?: AbortSignal;
  readonly key?: string;
  /** Environment variables to add or replace; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A folder other than the workspace. */
  readonly cwd?: string;
  /** Where programs are searched. */
  readonly path?: string;
  /** Receives stderr as it is written. */
  readonly watch?: (text: string) => void;
  /** Receives stdout as it is written. */
  readonly read?: (text: string) => void;
}

/** A home, a workspace and a scripted model, for any number of runs. */
export interface Bench {
  readonly workspace: string;
  readonly home: string;
  readonly server: GeminiServer;
  readonly run: (argv: readonly string[], more?: RunOptions) => Promise<RunResult>;
  readonly close: () => Promise<void>;
}

/** The whole CLI in this process, except for the process itself. */
export async function openBench(...steps: readonly ScriptedStep[]): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-cli-'));
  const workspace = join(folder, 'work');
  const home = join(folder, 'home');
  mkdirSync(workspace);
  const server = await openGeminiServer(steps);
  return {
    workspace,
    home,
    server,
    async run(
      argv,
      { stdin, signal = new AbortController().signal, key = 'k', env = {}, path, watch, read, cwd = workspace } = {},
    ) {
      const out = { stdout: '', stderr: '' };
      const { pid, execPath, platform } = process;
      const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
      const columns = (): number => 80;
      const writer = new TerminalWriter({
        stdout: {
          write: (text) => {
            out.stdout += text;
            read?.(text);
          },
          isTty: false,
          columns,
        },
        stderr: {
          write: (text) => {
            out.stderr += text;
            watch?.(text);
          },
          isTty: watch !== undefined,
          columns,
        },
      });
      const { stdout, stderr, status } = writer;
      const code = await runCli(argv, {
        stdout,
        stderr,
        status,
        isStderrTty: watch !== undefined,
        isStdoutTty: false,
        isStdinTty: stdin === undefined,
        readStdin: async () => stdin ?? '',
        cwd,
        home,
        env: {
          BOWLINE_HOME: home,
          GOOGLE_GEMINI_BASE_URL: server.url,
          ...(key === '' ? {} : { GEMINI_API_KEY: key }),
          ...env,
        },
        machine: createHostEnvironment({
          name: 'bowline -p',
          version: '0',
          home,
          pid,
          execPath,
          execArgv,
          platform,
          env: { ...process.env, BOWLINE_HOME: home, ...(path === undefined ? {} : { PATH: path }) },
        }),
        signal,
      });
      writer.end();
      return { code, ...out };
    },
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
