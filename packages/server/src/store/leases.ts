import type { PostgresWriter } from './postgres-writer.ts';
import type { TenantDatabase } from './tenant-database.ts';

/** Renews the leases of all open sessions with one statement, except those that an append has just renewed. */
export class Leases {
  readonly #database: TenantDatabase;
  readonly #leaseMs: number;
  readonly #writers = new Set<PostgresWriter>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: TenantDatabase, leaseMs: number) {
    this.#database = database;
    this.#leaseMs = leaseMs;
  }

  /** Keeps the writer's lease until the result is called. */
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
      // If the lease expires early, another writer can claim the session, and the epoch fences off this one.
      .catch(() => undefined);
  }
}
