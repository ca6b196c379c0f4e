import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openModelServer, type ModelScript, type ModelServer, type ScriptedStep } from '@bowline/testkit';
import { onTestFinished } from 'vitest';
import { openTerminal, type Terminal } from './open-terminal.ts';

/** The latest build, unless this run has its own. */
const cli = process.env['BOWLINE_CLI'] ?? join(import.meta.dirname, '../../packages/cli/dist/main.js');

/** How `bowline` is started. */
export interface StartOptions {
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A folder other than the workspace. */
  readonly cwd?: string;
  readonly columns?: number;
  readonly rows?: number;
  /** Starts without an API key. */
  readonly hasNoKey?: boolean;
}

/** The placeholder of an empty prompt, when the agent is idle and when it is busy. */
export const AT_REST = /Type a request/;
export const AT_WORK = /Add a message/;

/** A home, a trusted workspace, a scripted model and any number of terminals. */
export interface Stage {
  readonly workspace: string;
  readonly home: string;
  readonly server: ModelServer;
  /** The built `bowline` as a command. */
  readonly command: (...argv: readonly string[]) => readonly string[];
  readonly env: (more?: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  readonly open: (options?: StartOptions) => Terminal;
  readonly close: () => Promise<void>;
}

/** Opens a stage with one terminal that is ready for input. Closed when the test ends. */
export async function openScreen(
  script: ModelScript | readonly ScriptedStep[],
  options: StartOptions = {},
): Promise<{ readonly stage: Stage; readonly terminal: Terminal }> {
  const stage = await openStage(script);
  onTestFinished(stage.close);
  const terminal = stage.open(options);
  await terminal.shows(AT_REST);
  return { stage, terminal };
}

/** The shipped program in a real terminal, with a scripted model. `project` creates the workspace in the user's home. */
export async function openStage(
  script: ModelScript | readonly ScriptedStep[],
  project?: (home: string) => string,
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-tui-'));
  const [workspace, home] = [project?.(folder) ?? join(folder, 'work'), join(folder, 'home')];
  mkdirSync(workspace, { recursive: true });
  mkdirSync(home);
  writeFileSync(join(home, 'settings.json'), '{}');
  const server = await openModelServer(script);
  const terminals: Terminal[] = [];
  const env: Stage['env'] = (more = {}) => ({
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TMPDIR: tmpdir(),
    BOWLINE_HOME: home,
    LANG: 'C.UTF-8',
    GEMINI_API_KEY: 'k',
    GOOGLE_GEMINI_BASE_URL: server.url,
    COLORTERM: 'truecolor',
    ...more,
  });
  const command: Stage['command'] = (...argv) => [process.execPath, cli, ...argv];
  return {
    workspace,
    home,
    server,
    command,
    env,
    open: ({ argv = ['--trust'], env: more = {}, hasNoKey = false, cwd = workspace, columns, rows } = {}) => {
      const { GEMINI_API_KEY, ...keyless } = env(more);
      const terminal = openTerminal({
        command: command(...argv),
        cwd,
        env: hasNoKey || GEMINI_API_KEY === undefined ? keyless : env(more),
        ...(columns === undefined ? {} : { columns }),
        ...(rows === undefined ? {} : { rows }),
      });
      terminals.push(terminal);
      return terminal;
    },
    close: async () => {
      for (const terminal of terminals) terminal.close();
      await server.close();
      // A stopped Bowline that was just ended may still be writing.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
