import { createHook } from 'node:async_hooks';
import { watchIo } from '../kills/watch-io.ts';

/**
 * When a process kills itself: at the `at`th time that something awaited goes on (`points`); only of those at which
 * something was read, written or heard since the one before (`touches`); or where the player says so: its answer was
 * just taken (`answered`), its tool just had its effect (`effect`).
 */
export interface SelfKill {
  readonly unit: 'points' | 'touches' | 'answered' | 'effect';
  readonly at: number;
}

/** What was counted. */
export interface CountedPoints {
  readonly points: number;
  readonly touches: number;
}

export function killSelf(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** What goes on without the event loop; all else is an event from outside, which a system call may be behind. */
const inOneGo: ReadonlySet<string> = new Set(['PROMISE', 'TickObject', 'Microtask']);

/** Counts from here on, and kills this process when it is time; returns how to stop that. */
export function killSelfAt(kill: SelfKill | undefined): () => CountedPoints {
  const hasTouched = watchIo();
  const events = new Set<number>();
  let points = 0;
  let touches = 0;
  const hook = createHook({
    // Also there because without it promises are not followed.
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
