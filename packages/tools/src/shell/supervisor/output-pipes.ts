import { execFile, execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';

/** Part of every POSIX system. Not by PATH, where that can be: a command may have put a program of that name there. */
const MKFIFO =
  ['/usr/bin', '/bin', '/run/current-system/sw/bin']
    .map((folder) => `${folder}/mkfifo`)
    .find((file) => existsSync(file)) ?? 'mkfifo';
const STOCK = 8;
const READ_BYTES = 64 * 1024;

/** One pipe for all that a command prints, in the order it is printed. */
export interface OutputPipe {
  /** For the command's stdout and stderr; ours is to be closed once it has them. */
  readonly writeEnd: number;
  readonly closeWriteEnd: () => void;
  /** Reads until the last writer is gone or until told to stop; the chunk is only lent. */
  readonly read: (onChunk: (chunk: Buffer) => void) => { readonly finished: Promise<void>; readonly stop: () => void };
}

/**
 * Makes pipes by way of fifos that have no name once they are open.
 *
 * The pipes that Node makes are sockets: a command could not open /dev/stdout or /dev/stderr, and two of them
 * would lose the order between the two. Making a fifo takes a process, so there is always one in stock.
 */
export class OutputPipes {
  readonly #prefix: string;
  readonly #stock: string[] = [];
  #made = 0;
  #making: Promise<void> | undefined;
  #isClosed = false;

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#restock();
  }

  open(): OutputPipe {
    let path = this.#stock.pop();
    if (path === undefined) {
      [path = ''] = this.#names(1);
      execFileSync(MKFIFO, ['-m', '600', path], { stdio: 'ignore' });
    }
    this.#restock();
    return openFifo(path);
  }

  /** Resolves when none of them is left, nor about to be made. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#making;
    for (const path of this.#stock) rmSync(path, { force: true });
  }

  #names(count: number): string[] {
    const names = Array.from({ length: count }, () => `${this.#prefix}.${(this.#made += 1)}`);
    for (const name of names) rmSync(name, { force: true });
    return names;
  }

  #restock(): void {
    if (this.#stock.length > STOCK / 2 || this.#making !== undefined || this.#isClosed) return;
    const names = this.#names(STOCK);
    this.#making = new Promise((resolve) => {
      execFile(MKFIFO, ['-m', '600', ...names], (error) => {
        // Without a stock each pipe is made when it is needed, and says then what is wrong.
        if (error === null) this.#stock.push(...names);
        this.#making = undefined;
        resolve();
      });
    });
  }
}

function openFifo(path: string): OutputPipe {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(path, constants.O_WRONLY);
  rmSync(path, { force: true });
  return {
    writeEnd,
    closeWriteEnd: () => {
      closeSync(writeEnd);
    },
    read: (onChunk) => {
      const socket = new Socket({
        fd: readEnd,
        readable: true,
        writable: false,
        // One buffer for the whole command: a gigabyte of output leaves no garbage behind.
        onread: {
          buffer: Buffer.alloc(READ_BYTES),
          callback: (length, buffer) => {
            onChunk(Buffer.from(buffer.buffer, buffer.byteOffset, length));
            return true;
          },
        },
      });
      const finished = new Promise<void>((resolve) => {
        socket.on('close', () => {
          resolve();
        });
        // A pipe that breaks has nothing more to say.
        socket.on('error', () => socket.destroy());
      });
      return { finished, stop: () => socket.destroy() };
    },
  };
}
