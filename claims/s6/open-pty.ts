import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program in a pseudo-terminal that answers nothing; the program's output is kept byte for byte. */
export interface Pty {
  /** Types keys. */
  readonly type: (keys: string) => void;
  /** Resolves to true once the program has written this after a position, or to false at the timeout. */
  readonly shows: (what: RegExp, within: { readonly since: number; readonly ms: number }) => Promise<boolean>;
  /** The text that the program has written after a position. */
  readonly textSince: (since: number) => string;
  readonly written: () => string;
  readonly ended: Promise<number>;
  readonly close: () => void;
}

const LOOK_MS = 25;
/** Styles, links and moves, which are removed before the search for text. */
const MARKS = /\u001B\[[\d;?<>]*[A-Za-z]|\u001B\]8;[^\u0007]*\u0007|\u001B[78]/g;

/** Starts a command in a window of that many columns. */
export function openPty(
  command: readonly string[],
  where: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly columns: number },
): Pty {
  const line = `stty rows 40 cols ${where.columns}; exec ${command.map(quote).join(' ')}`;
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd: where.cwd,
    env: { ...where.env, SHELL: '/bin/sh', TERM: 'xterm-256color' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const decoder = new TextDecoder();
  let written = '';
  child.stdout.on('data', (piece: Buffer) => {
    written += decoder.decode(piece, { stream: true });
  });
  child.stdin.on('error', () => undefined); // it exited before everything was typed
  const ended = new Promise<number>((resolve) => {
    child.on('close', (code) => {
      resolve(code ?? 1);
    });
  });
  const textSince = (since: number): string => written.replaceAll('\r\n', '\n').slice(since).replaceAll(MARKS, '');
  return {
    textSince,
    type: (keys) => void child.stdin.write(keys),
    shows: async (what, { since, ms }) => {
      const end = performance.now() + ms;
      while (!what.test(textSince(since))) {
        if (performance.now() > end) return false;
        await sleep(LOOK_MS);
      }
      return true;
    },
    // The terminal inserts a return before every line break, as configured.
    written: () => written.replaceAll('\r\n', '\n'),
    ended,
    close: () => {
      child.stdin.destroy();
      child.kill('SIGKILL');
    },
  };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
