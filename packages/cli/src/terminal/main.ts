import { format } from 'node:util';
import { EXIT } from '../exit-codes.ts';
import type { Sink, TerminalWriter } from './terminal-writer.ts';

/** Shows the cursor, resets paste, focus, keyboard, wrapping and color modes, and clears below the cursor. */
const AS_IT_WAS = '\u001B[?25h\u001B[?2004l\u001B[?1004l\u001B[<u\u001B[?7h\u001B[?2026l\u001B[0m\r\n\u001B[J';

/** Used if the terminal reports a width of 0. */
const COLUMNS = 80;

/** Prints an error before the terminal writer is loaded. */
export function printError(text: string): void {
  process.stderr.write(text);
}

/** Prints constant text, such as the version, without loading the terminal writer. */
export function printOwn(text: string): void {
  process.stdout.write(text);
}

/** Opens the one writer to stdout and stderr. `console` calls of libraries go through it too. */
export async function openTerminal(): Promise<TerminalWriter> {
  const { TerminalWriter } = await import('./terminal-writer.ts');
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok); // the reader closed the pipe
  });
  const writer = new TerminalWriter({ stdout: toSink(process.stdout), stderr: toSink(process.stderr) });
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const)
    console[name] = (...said: readonly unknown[]) => {
      writer.stderr(`${format(...said)}\n`);
    };
  return writer;
}

/** The terminal for the TUI; `restore` resets it after a crash. */
export function openScreen(): { readonly stdout: NodeJS.WriteStream; readonly restore: () => void } {
  const { stdin, stdout } = process;
  return {
    stdout,
    restore: () => {
      try {
        if (stdin.isTTY) stdin.setRawMode(false);
        stdout.write(AS_IT_WAS);
      } catch {
        // The terminal is gone.
      }
    },
  };
}

/** A terminal needs text and status in order; writes to a pipe are joined. */
function toSink(stream: NodeJS.WriteStream): Sink {
  const write = (text: string): void => void stream.write(text);
  const { isTTY: isTty = false } = stream as { readonly isTTY?: boolean };
  const isJoined = !isTty && stream === process.stdout;
  return { write: isJoined ? joinWrites(write) : write, isTty, columns: () => stream.columns || COLUMNS };
}

/** Joins the writes of one event-loop turn into one. */
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
