import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import xterm from '@xterm/headless';

/** How a program is started in a pseudo-terminal. */
export interface PtyOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
}

/** What a program wrote at once, in seconds after its start. */
export interface Chunk {
  readonly at: number;
  readonly data: string;
}

/** A program in a pseudo-terminal of which every byte is kept. */
export interface Pty {
  /** Sends bytes of a keyboard. */
  readonly press: (bytes: string) => void;
  /** Types with a pause after each character, as a person does. */
  readonly type: (text: string, pauseMs?: number) => Promise<void>;
  /** Everything so far, as a terminal shows it: the window and what has scrolled out. */
  readonly text: () => Promise<string>;
  /** Waits until the text matches. */
  readonly shows: (what: string | RegExp) => Promise<string>;
  readonly chunks: () => readonly Chunk[];
  /** Resolves to the exit code. */
  readonly ended: Promise<number>;
  readonly close: () => void;
}

const PATIENCE_MS = 30_000;
const LOOK_MS = 20;

/** Runs a command in a pseudo-terminal of a certain size, which answers like a real one. */
export function openPty({ command, cwd, env, columns, rows }: PtyOptions): Pty {
  const words = command.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const child = spawn('script', ['-qefc', `stty cols ${columns} rows ${rows}; exec ${words}`, '/dev/null'], {
    cwd,
    env: { ...env, SHELL: '/bin/sh', TERM: 'xterm-256color' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  const press: Pty['press'] = (bytes) => {
    if (child.stdin.writable) child.stdin.write(bytes);
  };
  terminal.onData(press);
  const start = performance.now();
  const chunks: Chunk[] = [];
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (data: string) => {
    chunks.push({ at: (performance.now() - start) / 1000, data });
    terminal.write(data);
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      resolve(status ?? 1);
    });
  });
  const text: Pty['text'] = async () => await readTerminal(terminal);
  return {
    press,
    type: async (typed, pauseMs = 0) => {
      for (const character of typed) {
        press(character);
        await sleep(pauseMs);
      }
    },
    text,
    shows: async (what) => {
      const end = performance.now() + PATIENCE_MS;
      for (;;) {
        const shown = await text();
        if (typeof what === 'string' ? shown.includes(what) : what.test(shown)) return shown;
        if (performance.now() > end) throw new Error(`${String(what)} did not come; the terminal shows:\n${shown}`);
        await sleep(LOOK_MS);
      }
    },
    chunks: () => chunks,
    ended,
    close: () => {
      child.kill();
      terminal.dispose();
    },
  };
}

/** The text of a terminal after everything that was written to it is painted, with its scrollback. */
export async function readTerminal(terminal: xterm.Terminal): Promise<string> {
  await new Promise<void>((resolve) => {
    terminal.write('', resolve);
  });
  const { active } = terminal.buffer;
  const lines: string[] = [];
  for (let at = 0; at < active.length; at += 1) {
    const line = active.getLine(at);
    const text = line?.translateToString(true) ?? '';
    if (line?.isWrapped === true) lines.push((lines.pop() ?? '') + text);
    else lines.push(text);
  }
  return lines.join('\n').trimEnd();
}
