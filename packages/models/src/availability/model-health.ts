/** Why a model is currently unavailable. */
export type Outage = 'quota' | 'capacity' | 'missing';

type Health =
  /** One more try in this turn, although it has just failed too often. */
  | { readonly kind: 'retry_once'; readonly isUsed: boolean }
  | { readonly kind: 'terminal'; readonly outage: Outage; readonly until: number | null };

/** How long a model without capacity is avoided. */
export const CAPACITY_MS = 30_000;

/**
 * Which models are available. A model that is not listed is healthy.
 *
 * One per process: a parent, its subagents and utility calls share it, so that each failure is learned only once. A
 * fallback of a subagent therefore affects its parent's next request.
 */
export class ModelHealth {
  readonly #models = new Map<string, Health>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Whether a request may be sent to it. */
  isAvailable(model: string): boolean {
    const health = this.#get(model);
    return health === undefined || (health.kind === 'retry_once' && !health.isUsed);
  }

  /** Whether it has faltered in this turn, so that the next failure is final. */
  isOnLastTry(model: string): boolean {
    return this.#get(model)?.kind === 'retry_once';
  }

  /** Why it is unavailable; undefined if it is available. */
  outageOf(model: string): { readonly outage: Outage; readonly until: number | null } | undefined {
    const health = this.#get(model);
    return health?.kind === 'terminal' ? { outage: health.outage, until: health.until } : undefined;
  }

  /** Marks a model as unavailable for this time. Null: for the life of this process or until it is requested again. */
  fail(model: string, outage: Outage, forMs: number | null = outage === 'capacity' ? CAPACITY_MS : null): void {
    this.#models.set(model, { kind: 'terminal', outage, until: forMs === null ? null : this.#now() + forMs });
  }

  /** The model has just failed too often: it gets one more try in this turn. */
  falter(model: string): void {
    const health = this.#get(model);
    if (health?.kind !== 'terminal') this.#models.set(model, { kind: 'retry_once', isUsed: health !== undefined });
  }

  /** The model answered. */
  recover(model: string): void {
    this.#models.delete(model);
  }

  /** Starts a turn: models that faltered may be tried again. */
  startTurn(): void {
    for (const [model, health] of this.#models) if (health.kind === 'retry_once') this.#models.delete(model);
  }

  /** A model was requested by name: earlier failures do not count. */
  reset(): void {
    this.#models.clear();
  }

  #get(model: string): Health | undefined {
    const health = this.#models.get(model);
    if (health?.kind !== 'terminal' || health.until === null || health.until > this.#now()) return health;
    this.#models.delete(model);
    return undefined;
  }
}
