import type { CommandEnv } from '../command.ts';
import { modelTexts } from '../texts/model-texts.ts';

const FIRST_MS = 400;
const EACH_MS = 500;

/** A status line that says what the command waits for, and how long. */
export class WaitingLine {
  readonly #status: (line: string) => void;
  readonly #start = performance.now();
  readonly #timers: NodeJS.Timeout[] = [];
  #names: readonly string[] = [];

  constructor({ isStderrTty, status }: CommandEnv) {
    this.#status = status;
    if (!isStderrTty) return;
    const draw = (): void => {
      this.#draw();
    };
    this.#timers = [setTimeout(draw, FIRST_MS), setInterval(draw, EACH_MS)];
  }

  /** Sets the names of what is awaited. */
  show(names: readonly string[]): void {
    this.#names = names;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#status('');
  }

  #draw(): void {
    const seconds = Math.round((performance.now() - this.#start) / 1000);
    const [first = '', ...others] = this.#names;
    this.#status(modelTexts.waiting(first, others.length, seconds));
  }
}
