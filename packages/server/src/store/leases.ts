import type { PostgresWriter } from './postgres-writer.ts';
import type { TenantDatabase } from './tenant-database.ts';

/** Keeps the leases of open sessions alive, all of them with one statement, and none that an append has just prolonged. */
export class Leases {
  readonly #database: TenantDatabase;
  readonly #leaseMs: number;
  readonly #writers = new Set<PostgresWriter>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: TenantDatabase, leaseMs: number) {
    this.#database = database;
    this.#leaseMs = leaseMs;
  }

  /** From now on, until the result is called. */
  hold(writer: PostgresWriter): () => void {
    this.#writers.add(writer);
    this.#timer ??= setInterval(() => void this.#renew(), this.#leaseMs / 3).unref();
    return () => {
      this.#writers.delete(writer);
      if (this.#writers.size === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #renew(): Promise<void> {
    const due = [...this.#writers].filter(({ renewedAt }) => performance.now() - renewedAt > this.#leaseMs / 4);
    if (due.length === 0) return;
    const values = [due.map(({ sessionId }) => sessionId), due.map(({ epoch }) => epoch)];
    await this.#database
      .callOnce({
        name: 'bowline_renew',
        text: 'select bowline.renew($1, $2, $3, $4)',
        values: [this.#database.tenant, ...values, this.#leaseMs],
      })
      .catch(() => undefined); // a lease that ends early lets others in, and the epoch fences off the second writer
  }
}
