/** The last keys, on which the meaning of Ctrl-C and Escape depends. */
export interface KeyMemory {
  readonly interruptedAt: number;
  readonly escapedAt: number;
}

export const NO_KEYS: KeyMemory = { interruptedAt: -Infinity, escapedAt: -Infinity };

/** Two presses within this time belong together. */
export const LEAVE_MS = 1500;
const DOUBLE_MS = 500;

export type KeyMeaning = 'leave' | 'stop' | 'warn' | 'rewind' | 'nothing';

/** Ctrl-C stops the running turn or command, or asks for a second Ctrl-C, which always quits. */
export function onInterrupt(memory: KeyMemory, now: number, isBusy: boolean): readonly [KeyMeaning, KeyMemory] {
  if (now - memory.interruptedAt <= LEAVE_MS) return ['leave', NO_KEYS];
  return [isBusy ? 'stop' : 'warn', { ...NO_KEYS, interruptedAt: now }];
}

/** Escape stops the running turn or command. Twice while idle, it opens the rewind panel. */
export function onEscape(memory: KeyMemory, now: number, isBusy: boolean): readonly [KeyMeaning, KeyMemory] {
  if (isBusy) return ['stop', NO_KEYS];
  if (now - memory.escapedAt <= DOUBLE_MS) return ['rewind', NO_KEYS];
  return ['nothing', { ...NO_KEYS, escapedAt: now }];
}
