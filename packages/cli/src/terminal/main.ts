import { format } from 'node:util';
import { EXIT } from '../exit-codes.ts';
import type { Sink, TerminalWriter } from './terminal-writer.ts';

/** Cursor shown, pasting, focus and keyboard as usual, lines that wrap, no colours, and nothing of us below. */
const AS_IT_WAS = '\u001B[?25h\u001B[?2004l\u001B[?1004l\u001B[<u\u001B[?7h\u001B[?2026l\u001B[0m\r\n\u001B[J';

/** A terminal that does not know its size says 0. */
const COLUMNS = 80;

/** Prints text that is part of the program itself, such as its version, and loads nothing for it. */
export function printOwn(text: string): void {
  process.stdout.write(text);
}

/** The process's streams behind the one writer. Nothing else in the program writes to them, libraries included. */
export async function openTerminal(): Promise<TerminalWriter> {
  const { TerminalWriter } = await import('./terminal-writer.ts');
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok); // whoever read us has seen enough
  });
  const writer = new TerminalWriter({ stdout: toSink(process.stdout), stderr: toSink(process.stderr) });
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const)
    console[name] = (...said: readonly unknown[]) => {
      writer.stderr(`${format(...said)}\n`);
    };
  return writer;
}

/** The terminal as the screen draws on it; `restore` puts back what a screen that died could not. */
export function openScreen(): { readonly stdout: NodeJS.WriteStream; readonly restore: () => void } {
  const { stdin, stdout } = process;
  return {
    stdout,
    restore: () => {
      try {
        if (stdin.isTTY) stdin.setRawMode(false);
        stdout.write(AS_IT_WAS);
      } catch {
        // There is no terminal any more.
      }
    },
  };
}

/** A screen shows text and status in the order in which they are written; a pipe takes larger pieces. */
function toSink(stream: NodeJS.WriteStream): Sink {
  const write = (text: string): void => void stream.write(text);
  const { isTTY: isTty = false } = stream as { readonly isTTY?: boolean };
  const isJoined = !isTty && stream === process.stdout;
  return { write: isJoined ? joinWrites(write) : write, isTty, columns: () => stream.columns || COLUMNS };
}

/** What is written in one turn of the loop goes out in one piece: a fast stream is many small texts. */
function joinWrites(write: (text: string) => void): (text: string) => void {
  let waiting = '';
  return (text) => {
    if (waiting === '') {
      setImmediate(() => {
        const all = waiting;
        waiting = '';
        write(all);
      });
    }
    waiting += text;
  };
}
