import { homedir } from 'node:os';
import type { HostEnvironment } from '@bowline/assembly';
import { AgentError } from '@bowline/protocol/plain';
import { describeError } from '../describe-error.ts';
import { EXIT, exitCodeFor } from '../exit-codes.ts';
import { openScreen, openTerminal } from '../terminal/main.ts';
import { screenTexts } from '../texts/screen-texts.ts';
import type { TerminalAnswers } from './ask-terminal.ts';
import { describeLeaving } from './describe-leaving.ts';
import { runInteractive } from './run-interactive.ts';
import type { ScreenWish } from './screen-env.ts';
import { SessionKeeper } from './session-keeper.ts';

/** How long closing a session may take on a signal. */
const LEAVE_MS = 3000;

/** Runs the TUI in this process: terminal, signals and exit code. Resolves when the user quits. */
export async function startInteractive(
  wish: ScreenWish,
  {
    loadMachine,
    keepHeapSmall,
    asked,
  }: {
    readonly loadMachine: () => Promise<HostEnvironment>;
    readonly keepHeapSmall: () => void;
    readonly asked: Promise<TerminalAnswers>;
  },
): Promise<void> {
  const keeper = new SessionKeeper();
  /** The TUI has restored the terminal itself. */
  let isLeft = false;
  const { stdin, platform, env } = process;
  const { stdout, restore } = openScreen();
  let isLeaving = false;
  const leave = async (code: number, said = ''): Promise<void> => {
    // Writing to a closed terminal fails, which would call this again.
    if (isLeaving) return;
    isLeaving = true;
    setTimeout(() => process.exit(code), 2 * LEAVE_MS);
    try {
      await Promise.race([keeper.leave(), new Promise((resolve) => setTimeout(resolve, LEAVE_MS))]).catch(
        () => undefined,
      );
      if (!isLeft) restore();
      const { stderr, end } = await openTerminal();
      stderr(said + describeLeaving(keeper.last, keeper.used));
      end();
    } finally {
      process.exit(code);
    }
  };
  const crash = (thrown: unknown): void => {
    const { message, hint = screenTexts.crashed } = AgentError.from(thrown);
    void leave(EXIT.failed, describeError({ message, hint }));
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  // In raw mode Ctrl-C is a key, so SIGINT comes from another process.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.on(signal, () => void leave(code));
  // Node says nothing about a window that changed twice and is as it was, but the terminal has moved its rows.
  process.on('SIGWINCH', () => stdout.emit('resize'));
  // The terminal is gone.
  for (const stream of [stdin, stdout]) stream.on('error', () => void leave(EXIT.failed));
  const screen = {
    stdin,
    stdout,
    platform,
    env,
    cwd: process.cwd(),
    home: homedir(),
    kill: (pid: number, signal: NodeJS.Signals) => void process.kill(pid, signal),
    isRunning,
    suspend: suspendProcess,
    loadMachine,
    keepHeapSmall,
  };
  try {
    const code = await runInteractive(wish, { ...screen, asked: await asked }, keeper);
    isLeft = true;
    await leave(code);
  } catch (thrown) {
    const error = AgentError.from(thrown);
    await leave(exitCodeFor(error), describeError(error));
  }
}

/** Signal 0 only asks. It fails for a process of another user too, but that one runs. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Stops this process and its group, as the terminal does on Ctrl-Z. Resolves when it is continued. */
async function suspendProcess(): Promise<void> {
  await new Promise<void>((resolve) => {
    // A signal handler alone does not keep the process alive.
    const alive = setInterval(() => undefined, LEAVE_MS);
    process.once('SIGCONT', () => {
      clearInterval(alive);
      resolve();
    });
    process.kill(0, 'SIGTSTP');
  });
}
