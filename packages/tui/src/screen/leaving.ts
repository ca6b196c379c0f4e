/** What Ctrl-C and Escape mean depends on what came just before them. */
export interface KeyMemory {
  readonly interruptedAt: number;
  readonly escapedAt: number;
}

export const NO_KEYS: KeyMemory = { interruptedAt: -Infinity, escapedAt: -Infinity };

/** Twice within this time is twice on purpose. */
export const LEAVE_MS = 1500;
const DOUBLE_MS = 500;

export type KeyMeaning = 'leave' | 'stop' | 'warn' | 'rewind' | 'nothing';

/** Ctrl-C: stops what runs, or asks for a second one, which leaves in any case. */
export function onInterrupt(memory: KeyMemory, now: number, isBusy: boolean): readonly [KeyMeaning, KeyMemory] {
  if (now - memory.interruptedAt <= LEAVE_MS) return ['leave', NO_KEYS];
  return [isBusy ? 'stop' : 'warn', { ...NO_KEYS, interruptedAt: now }];
}

/** Escape: stops what runs; twice at rest it looks back. */
export function onEscape(memory: KeyMemory, now: number, isBusy: boolean): readonly [KeyMeaning, KeyMemory] {
  if (isBusy) return ['stop', NO_KEYS];
  if (now - memory.escapedAt <= DOUBLE_MS) return ['rewind', NO_KEYS];
  return ['nothing', { ...NO_KEYS, escapedAt: now }];
}
