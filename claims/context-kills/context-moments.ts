/** When a process kills itself: at its `at`th moment, or at the `at`th moment with that name. */
export interface MomentKill {
  readonly at: number;
  readonly name?: string | undefined;
}

/** The moments between which a kill may leave a different state, each with a name. */
export class Moments {
  readonly #kill: MomentKill | undefined;
  readonly #onKill: (name: string) => void;
  readonly names: string[] = [];
  #left: number;

  constructor(kill: MomentKill | undefined, onKill: (name: string) => void) {
    this.#kill = kill;
    this.#onKill = onKill;
    this.#left = kill?.at ?? 0;
  }

  /** Passes a moment. If it is the one to kill at, this does not return. */
  pass(name: string): void {
    this.names.push(name);
    if (this.#kill === undefined || (this.#kill.name !== undefined && this.#kill.name !== name)) return;
    this.#left -= 1;
    if (this.#left !== 0) return;
    this.#onKill(name);
    process.kill(process.pid, 'SIGKILL');
  }
}
