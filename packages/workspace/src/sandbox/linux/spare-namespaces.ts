import type { NotConfined } from '../sandbox.ts';
import type { NetworkNamespace } from './open-network-namespace.ts';

type Opened = NetworkNamespace | NotConfined;

/** How many are kept: two commands that start at once wait for none. */
const STOCK = 2;
/** The next is opened when the command that took one is under way, not while it starts. */
const RESTOCK_MS = 150;

/** Networks that are opened before a command needs one: to open one takes ten times as long as to enter it. */
export class SpareNamespaces {
  readonly #open: () => Promise<Opened>;
  readonly #spares: Promise<Opened>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(open: () => Promise<Opened>) {
    this.#open = open;
  }

  /** Opens what is missing in stock. */
  prepare(): void {
    while (!this.#isClosed && this.#spares.length < STOCK) this.#spares.push(this.#open());
  }

  /** An unused one that no other caller gets. */
  take(): Promise<Opened> {
    const taken = this.#spares.shift() ?? this.#open();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.prepare();
    }, RESTOCK_MS);
    return taken;
  }

  /** Lets go of those that were not taken. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const spare of this.#spares.splice(0)) {
      void spare.then((opened) => {
        if (!('problem' in opened)) opened.close();
      });
    }
  }
}
