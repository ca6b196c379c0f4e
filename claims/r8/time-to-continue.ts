/** A kill: the victim, the time, and the affected sessions that were at work. */
export interface KillNote {
  readonly kind: KillKind;
  readonly at: number;
  readonly affected: readonly string[];
  /** Nothing else was down, and nothing else was killed until it was back. */
  readonly isAlone: boolean;
}

export const killKinds = [
  'worker_killed',
  'worker_frozen',
  'restate_killed',
  'postgres_killed',
  'server_killed',
  'bus_killed',
] as const;
/** `nothing` is a look at undisturbed sessions; `everything` is a kill of all parts at once. */
export type KillKind = (typeof killKinds)[number] | 'nothing' | 'everything';

/** How long sessions took until their next record. */
export interface ContinueTimes {
  readonly kills: number;
  /** How many times a session was at work at the time of a kill. */
  readonly met: number;
  readonly medianMs: number;
  readonly worstMs: number;
}

/** Formats the times for a table of figures. */
export function describeTimes({ kills, met, medianMs, worstMs }: ContinueTimes): string {
  return `median ${medianMs} ms, worst ${worstMs} ms (${met} sessions at work, ${kills} times)`;
}

/** By kind of kill: the time from the kill to the next committed record of every session at work. */
export function timeToContinue(
  kills: readonly KillNote[],
  commits: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<KillKind, ContinueTimes> {
  const times = new Map<KillKind, ContinueTimes>();
  for (const kind of new Set(kills.map((kill) => kill.kind))) {
    const own = kills.filter((kill) => kill.kind === kind);
    const waits = own.flatMap(({ at, affected }) =>
      affected.flatMap((sessionId) => {
        const next = commits.get(sessionId)?.find((time) => time > at);
        return next === undefined ? [] : [next - at];
      }),
    );
    const sorted = waits.sort((a, b) => a - b);
    times.set(kind, {
      kills: own.length,
      met: sorted.length,
      medianMs: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
      worstMs: Math.round(sorted.at(-1) ?? 0),
    });
  }
  return times;
}
