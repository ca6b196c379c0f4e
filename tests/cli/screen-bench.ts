import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createHostEnvironment } from '@bowline/assembly';
import { AgentSession, createMessage, type AgentEvent, type AgentProtocol } from '@bowline/protocol';
import { openGeminiServer, type GeminiServer, type ScriptedStep } from '@bowline/testkit';
import type { CommandActions, TuiHost } from '@bowline/tui';
import { createHost } from '../../packages/cli/src/interactive/create-host.ts';
import { readScreenSettings } from '../../packages/cli/src/interactive/screen-settings.ts';
import { SessionKeeper } from '../../packages/cli/src/interactive/session-keeper.ts';
import { findScreenWish } from '../../packages/cli/src/find-screen-wish.ts';

/** The program around the screen, without the screen: what a surface receives, and what was written. */
export interface ScreenBench {
  readonly workspace: string;
  readonly home: string;
  readonly server: GeminiServer;
  readonly keeper: SessionKeeper;
  readonly written: () => string;
  /** The host of `bowline ARGV` at a terminal. */
  readonly host: (...argv: readonly string[]) => Promise<TuiHost>;
  readonly env: Record<string, string | undefined>;
  readonly close: () => Promise<void>;
}

/** A home, a workspace and a scripted model, with a fake terminal. */
export async function openScreenBench(...steps: readonly ScriptedStep[]): Promise<ScreenBench> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-screen-'));
  const workspace = join(folder, 'work');
  const home = join(folder, 'home');
  for (const path of [workspace, home]) mkdirSync(path);
  const server = await openGeminiServer(steps);
  const env: Record<string, string | undefined> = {
    BOWLINE_HOME: home,
    GOOGLE_GEMINI_BASE_URL: server.url,
    GEMINI_API_KEY: 'key-of-the-test',
    PATH: process.env['PATH'],
    USER: 'ada',
    SHELL: '/bin/sh',
  };
  const keeper = new SessionKeeper();
  let written = '';
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24, getColorDepth: () => 8 });
  stdout.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const { pid, execPath, platform } = process;
  const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
  const loadMachine = async (): Promise<ReturnType<typeof createHostEnvironment>> =>
    createHostEnvironment({ name: 'bowline', version: '0', home, pid, execPath, execArgv, platform, env });
  return {
    workspace,
    home,
    server,
    keeper,
    env,
    written: () => written,
    host: async (...argv) => {
      const wish = findScreenWish(argv);
      if (wish === undefined) throw new TypeError(`nothing for the screen: ${argv.join(' ')}`);
      const terminal = { stdin: process.stdin, stdout: stdout as object as NodeJS.WriteStream };
      const kill = (pid: number, signal: NodeJS.Signals): void => void process.kill(pid, signal);
      const keepHeapSmall = (): void => undefined;
      const screen = {
        ...terminal,
        cwd: workspace,
        home,
        platform,
        env,
        kill,
        loadMachine,
        keepHeapSmall,
        asked: {},
        isRunning: () => false,
        suspend: async () => undefined,
      };
      const settings = await readScreenSettings(screen, wish.prompt.isTrusted, home);
      return createHost({ wish, env: screen, settings, keeper });
    },
    close: async () => {
      await keeper.leave();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a message and returns the events of the whole turn. */
export async function turn(agent: AgentProtocol, text: string): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of new AgentSession(agent).sendStream(createMessage(text))) events.push(event);
  return events;
}

/** A surface that only records the actions of a command. */
export function noteActions(sessionId: string | null): { readonly actions: CommandActions; readonly done: string[] } {
  const done: string[] = [];
  const note =
    (name: string) =>
    (...values: readonly unknown[]): void =>
      void done.push(
        `${name} ${values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ')}`,
      );
  const noteLater =
    (name: string) =>
    async (...values: readonly unknown[]): Promise<void> => {
      note(name)(...values);
    };
  const actions: CommandActions = {
    print: note('print'),
    send: noteLater('send'),
    type: note('type'),
    edit: noteLater('edit'),
    mode: () => 'default',
    model: () => null,
    setMode: noteLater('mode'),
    go: noteLater('go'),
    show: note('show'),
    pick: note('pick'),
    preferences: () => ({ theme: 'auto', isVim: false, hasMotion: true, notifications: 'off' }),
    prefer: noteLater('prefer'),
    clear: note('clear'),
    quit: note('quit'),
    lastAnswer: () => null,
    copy: noteLater('copy'),
    previewUndo: async () => null,
    sessionId: () => sessionId,
    signal: new AbortController().signal,
  };
  return { actions, done };
}
