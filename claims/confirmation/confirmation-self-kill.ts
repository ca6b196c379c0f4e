import { createHook } from 'node:async_hooks';
import { watchIo } from '../kills/watch-io.ts';

/**
 * When a process kills itself: at the `at`th await point (`points`); at the `at`th await point before which something
 * was read, written or received (`touches`); or at a moment that the player chooses: right after its answer was
 * accepted (`answered`), or right after its tool had its effect (`effect`).
 */
export interface SelfKill {
  readonly unit: 'points' | 'touches' | 'answered' | 'effect';
  readonly at: number;
}

/** The counts. */
export interface CountedPoints {
  readonly points: number;
  readonly touches: number;
}

export function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}

/**
 * Resources that continue without the event loop. Any other is an external event, with a possible system call behind
 * it.
 */
const inOneGo: ReadonlySet<string> = new Set(['PROMISE', 'TickObject', 'Microtask']);

/** Counts from now on, and kills this process when it is due; returns a function that stops the count. */
export function killSelfAt(kill: SelfKill | undefined): () => CountedPoints {
  const hasTouched = watchIo();
  const events = new Set<number>();
  let points = 0;
  let touches = 0;
  const hook = createHook({
    // Promises are not tracked without `init`.
    init: (id, type) => {
      if (!inOneGo.has(type)) events.add(id);
    },
    before: (id) => {
      points += 1;
      if (hasTouched() || events.has(id)) touches += 1;
      if (kill?.unit === 'points' && points >= kill.at) killSelf();
      if (kill?.unit === 'touches' && touches >= kill.at) killSelf();
    },
  }).enable();
  return () => {
    hook.disable();
    return { points, touches };
  };
}
