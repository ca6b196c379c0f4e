import { homedir } from 'node:os';
import type { Machine } from '@bowline/assembly';
import { AgentError } from '@bowline/protocol/plain';
import { describeError } from '../describe-error.ts';
import { EXIT } from '../exit-codes.ts';
import { openScreen, openTerminal } from '../terminal/main.ts';
import { describeLeaving } from './describe-leaving.ts';
import { runInteractive } from './run-interactive.ts';
import type { ScreenWish } from './screen-env.ts';
import { SessionKeeper } from './session-keeper.ts';

/** How long a session may take to be let go of when we are told to end. */
const LEAVE_MS = 3000;

/** The process around a screen: its terminal, signals and end. Resolves when the person has left. */
export async function startInteractive(
  wish: ScreenWish,
  { loadMachine, keepHeapSmall }: { readonly loadMachine: () => Promise<Machine>; readonly keepHeapSmall: () => void },
): Promise<void> {
  const keeper = new SessionKeeper();
  /** The surface has put everything back itself. */
  let isLeft = false;
  const { stdin, platform, env } = process;
  const { stdout, restore } = openScreen();
  let isLeaving = false;
  const leave = async (code: number, said = ''): Promise<void> => {
    // A terminal that is gone fails at every word, which would call us again.
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
    const { message, hint = 'the session is kept; please report this' } = AgentError.from(thrown);
    void leave(EXIT.failed, describeError({ message, hint }));
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  // In raw mode Ctrl-C is a key; a signal of that name comes from elsewhere and means what the others mean.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.on(signal, () => void leave(code));
  // The terminal is gone: there is nobody to tell.
  for (const stream of [stdin, stdout]) stream.on('error', () => void leave(EXIT.failed));
  const screen = {
    stdin,
    stdout,
    platform,
    env,
    cwd: process.cwd(),
    home: homedir(),
    kill: (pid: number, signal: NodeJS.Signals) => void process.kill(pid, signal),
    loadMachine,
    keepHeapSmall,
  };
  try {
    const code = await runInteractive(wish, screen, keeper);
    isLeft = true;
    await leave(code);
  } catch (thrown) {
    crash(thrown);
  }
}
