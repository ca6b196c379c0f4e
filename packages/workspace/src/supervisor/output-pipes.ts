import { execFile, execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * Part of every POSIX system. Prefers absolute paths, because a command may have put a program of this name into PATH.
 */
const MKFIFO =
  ['/usr/bin', '/bin', '/run/current-system/sw/bin']
    .map((folder) => `${folder}/mkfifo`)
    .find((file) => existsSync(file)) ?? 'mkfifo';
const STOCK = 8;
const READ_BYTES = 64 * 1024;

/** One pipe for stdout and stderr, so that their order is kept. */
export interface OutputPipe {
  /** For the command's stdout and stderr. Close ours once it has them. */
  readonly writeEnd: number;
  readonly closeWriteEnd: () => void;
  /** Reads until the last writer is gone or reading is stopped. The chunk is reused afterwards. */
  readonly read: (onChunk: (chunk: Buffer) => void) => { readonly finished: Promise<void>; readonly stop: () => void };
}

/**
 * Creates pipes from fifos that are unlinked once open.
 *
 * The pipes that Node creates are sockets: a command could not open /dev/stdout or /dev/stderr, and two of them would
 * lose the order of the output. Creating a fifo takes a process, so one is always kept in stock.
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

  /** Resolves when no fifo is left or being created. */
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
        // Without a stock, each pipe is created on demand, which reports the error.
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
        // One buffer for the whole command: a gigabyte of output creates no garbage.
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
        // A broken pipe has no more output.
        socket.on('error', () => socket.destroy());
      });
      return { finished, stop: () => socket.destroy() };
    },
  };
}
