import type { NotConfined } from '../sandbox.ts';
import type { NetworkNamespace } from './open-network-namespace.ts';

type Opened = NetworkNamespace | NotConfined;

/** How many are kept, so that two commands can start at once without waiting. */
const STOCK = 2;
/** The next one is opened after the command has started, not while it starts. */
const RESTOCK_MS = 150;

/** Networks that are opened in advance, because opening one takes ten times as long as entering it. */
export class SpareNamespaces {
  readonly #open: () => Promise<Opened>;
  readonly #spares: Promise<Opened>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(open: () => Promise<Opened>) {
    this.#open = open;
  }

  /** Refills the stock. */
  prepare(): void {
    while (!this.#isClosed && this.#spares.length < STOCK) this.#spares.push(this.#open());
  }

  /** Returns an unused network to one caller only. */
  take(): Promise<Opened> {
    const taken = this.#spares.shift() ?? this.#open();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.prepare();
    }, RESTOCK_MS);
    return taken;
  }

  /** Releases unused networks. */
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
