import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A contender's answer to one order, and the time it took. */
export interface Reply {
  readonly word: string;
  readonly ms: number;
}

/** A process that contends for sessions on orders of its parent. */
export class ContenderProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #replies: AsyncIterator<string, undefined>;
  readonly #exited: Promise<void>;

  constructor(root: string, name: string) {
    const file = join(import.meta.dirname, 'children/contender.ts');
    this.#child = spawn(process.execPath, ['--conditions=@bowline/source', '--no-warnings', file, root, name]);
    this.#child.stderr.pipe(process.stderr);
    this.#replies = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]() as AsyncIterator<
      string,
      undefined
    >;
    this.#exited = new Promise((resolve) => {
      this.#child.on('exit', () => {
        resolve();
      });
    });
  }

  async order(order: string): Promise<Reply> {
    this.#child.stdin.write(`${order}\n`);
    const { value, done } = await this.#replies.next();
    if (done === true) return { word: 'DIED', ms: 0 };
    const [word = '', ms = '0'] = value.split(' ');
    return { word, ms: Number(ms) };
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}
