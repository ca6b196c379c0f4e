import type { CommandEnv } from '../command.ts';

const FIRST_MS = 400;
const EACH_MS = 500;

/** One line on a terminal's stderr that says for whom we wait, and for how long already. */
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

  /** For whom. */
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
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    this.#status(`waiting for ${first}${more} · ${seconds} s`);
  }
}
