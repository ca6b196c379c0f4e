import type { NewRecord } from '@bowline/log';

/** A loop check that runs beside the turn. Its result is processed between two steps. */
export class LoopCheck {
  #check: { records?: readonly NewRecord[] } | undefined;

  get isAsked(): boolean {
    return this.#check !== undefined;
  }

  /** A failed check has no result. */
  start(checking: Promise<readonly NewRecord[]>): void {
    const check: { records?: readonly NewRecord[] } = {};
    this.#check = check;
    void checking
      .catch(() => [])
      .then((records) => {
        check.records = records;
      });
  }

  /** The result, once. Empty while there is none. */
  take(): readonly NewRecord[] {
    const records = this.#check?.records;
    if (records === undefined) return [];
    this.#check = undefined;
    return records;
  }

  drop(): void {
    this.#check = undefined;
  }
}
