import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import xterm from '@xterm/headless';

/** The part of the pseudo-terminal library that is used. */
interface Pty {
  readonly pid: number;
  onData(listener: (text: string) => void): void;
  onExit(listener: (end: { readonly exitCode: number }) => void): void;
  write(text: string): void;
  resize(columns: number, rows: number): void;
  kill(signal?: string): void;
}
interface PtyLibrary {
  spawn(
    file: string,
    args: readonly string[],
    options: { readonly cols: number; readonly rows: number; readonly cwd: string; readonly env: object },
  ): Pty;
}

/** How a program is started. */
export interface LivePtyOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing but the temporary folder is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
}

/** A program in a terminal that records when each byte arrives. */
export interface LivePty {
  readonly pid: number;
  /** The number of bytes so far. */
  readonly bytes: () => number;
  readonly write: (text: string) => void;
  /** The rows on the screen after the last piece of output. */
  readonly screen: () => readonly string[];
  /** Resolves to the time (`performance.now`) of the piece of output that made this true. */
  readonly until: (isRight: (rows: readonly string[]) => boolean, ms?: number) => Promise<number>;
  readonly resize: (columns: number, rows: number) => void;
  readonly ended: Promise<number>;
  readonly kill: () => void;
}

/** Starts a program in a terminal of this process: its output is read at once and shown on a screen in memory. */
export function openLivePty({ file, args, cwd, env, columns, rows }: LivePtyOptions): LivePty {
  const library = createRequire(import.meta.url)('@lydell/node-pty') as PtyLibrary;
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 5000 });
  const pty = library.spawn(file, args, { cols: columns, rows, cwd, env: { TMPDIR: tmpdir(), ...env } });
  const waiting = new Set<(at: number) => void>();
  let bytes = 0;
  pty.onData((text) => {
    const at = performance.now();
    bytes += Buffer.byteLength(text);
    screen.write(text, () => {
      for (const look of waiting) look(at);
    });
  });
  const shown = (): readonly string[] => {
    const { active } = screen.buffer;
    return Array.from(
      { length: screen.rows },
      (_, n) => active.getLine(active.baseY + n)?.translateToString(true) ?? '',
    );
  };
  return {
    pid: pty.pid,
    bytes: () => bytes,
    write: (text) => {
      pty.write(text);
    },
    screen: shown,
    until: (isRight, ms = 30_000) =>
      new Promise((resolve, reject) => {
        if (isRight(shown())) {
          resolve(performance.now());
          return;
        }
        const look = (at: number): void => {
          if (!isRight(shown())) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(at);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`not within ${ms} ms; the screen shows:\n${shown().join('\n')}`));
        }, ms);
        waiting.add(look);
      }),
    resize: (width, height) => {
      screen.resize(width, height);
      pty.resize(width, height);
    },
    ended: new Promise((resolve) => {
      pty.onExit(({ exitCode }) => {
        resolve(exitCode);
      });
    }),
    kill: () => {
      pty.kill('SIGKILL');
    },
  };
}

/** Whether an input prompt is on the screen. */
export function isPrompt(rows: readonly string[]): boolean {
  return rows.some((row) => /^\s*[│|]?\s*[>❯›]/.test(row));
}
