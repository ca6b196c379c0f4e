import { openLivePty } from '../../tests/tui/open-live-pty.ts';
import type { Workbench } from './open-workbench.ts';

/** The terminal in which screens are timed. */
export const WINDOW = { columns: 120, rows: 40 } as const;

/** How long a program of Node takes until its screen is right, in milliseconds. */
export async function timeUntil(
  { env, workspace }: Pick<Workbench, 'env' | 'workspace'>,
  args: readonly string[],
  isRight: (rows: readonly string[]) => boolean,
): Promise<number> {
  const start = performance.now();
  const pty = openLivePty({
    file: process.execPath,
    args,
    cwd: workspace,
    env: { ...env, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
    ...WINDOW,
  });
  try {
    return (await pty.until(isRight)) - start;
  } finally {
    pty.kill();
    await pty.ended;
  }
}
