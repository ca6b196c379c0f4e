import type { CommandEnv } from '../command.ts';

const FIRST_MS = 400;
const EACH_MS = 500;
const CLEAR = '\r\u001b[K';

/** One line on a terminal's stderr that says for whom we wait, and for how long already. */
export class WaitingLine {
  readonly #write: ((text: string) => void) | undefined;
  readonly #start = performance.now();
  readonly #timers: NodeJS.Timeout[] = [];
  #names: readonly string[] = [];
  #isDrawn = false;

  constructor({ isStderrTty, stderr }: CommandEnv) {
    this.#write = isStderrTty ? stderr : undefined;
    if (this.#write === undefined) return;
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
    if (this.#isDrawn) this.#write?.(CLEAR);
  }

  #draw(): void {
    const seconds = Math.round((performance.now() - this.#start) / 1000);
    const [first = '', ...others] = this.#names;
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    this.#write?.(`${CLEAR}waiting for ${first}${more} · ${seconds} s`);
    this.#isDrawn = true;
  }
}
