/** The last keys, on which the meaning of Ctrl-C and Escape depends. */
export interface KeyMemory {
  readonly interruptedAt: number;
  readonly escapedAt: number;
}

export const NO_KEYS: KeyMemory = { interruptedAt: -Infinity, escapedAt: -Infinity };

/** A second Ctrl-C within this time means more than the first one. */
const AGAIN_MS = 1500;
const DOUBLE_MS = 500;

export type KeyMeaning = 'leave' | 'stop' | 'warn' | 'rewind' | 'nothing';

/**
 * Ctrl-C stops the running turn or command. If nothing runs, or what runs does not stop, it asks for another Ctrl-C,
 * which quits. `isWarned`: the user sees that it does.
 */
export function onInterrupt(
  memory: KeyMemory,
  now: number,
  { isBusy, isWarned }: { readonly isBusy: boolean; readonly isWarned: boolean },
): readonly [KeyMeaning, KeyMemory] {
  if (isWarned) return ['leave', NO_KEYS];
  if (isBusy && now - memory.interruptedAt > AGAIN_MS) return ['stop', { ...NO_KEYS, interruptedAt: now }];
  return ['warn', NO_KEYS];
}

/** Escape stops the running turn or command. Twice while idle, it opens the rewind panel. */
export function onEscape(memory: KeyMemory, now: number, isBusy: boolean): readonly [KeyMeaning, KeyMemory] {
  if (isBusy) return ['stop', NO_KEYS];
  if (now - memory.escapedAt <= DOUBLE_MS) return ['rewind', NO_KEYS];
  return ['nothing', { ...NO_KEYS, escapedAt: now }];
}
