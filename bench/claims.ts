import type { Claim } from './claim.ts';

/** Every claim there is. Loaded one by one, so that one never costs another its memory or its start. */
export const claims: Readonly<Record<string, () => Promise<Claim>>> = {
  'append-cost': async () => (await import('./append-cost.ts')).appendCost,
  P7: async () => (await import('./open-long-session.ts')).openLongSession,
  'R1-log': async () => (await import('../tests/faults/r1-log.ts')).r1Log,
  R3: async () => (await import('../tests/faults/r3-writers.ts')).r3Writers,
  R4: async () => (await import('../tests/faults/r4-mutations.ts')).r4Mutations,
  R5: async () => (await import('../tests/faults/r5-disk.ts')).r5Disk,
};
