import type { Claim } from './claim.ts';

/** Every claim there is. Loaded one by one, so that one never costs another its memory or its start. */
export const claims: Readonly<Record<string, () => Promise<Claim>>> = {
  'append-cost': async () => (await import('./append-cost.ts')).appendCost,
  confirmation: async () => (await import('../tests/faults/confirmation-claim.ts')).confirmation,
  'decide-cost': async () => (await import('./decide-cost.ts')).decideCost,
  P1: async () => (await import('./startup.ts')).startup,
  P2: async () => (await import('./one-shot.ts')).oneShot,
  P3: async () => (await import('./tool-step.ts')).toolStep,
  P4: async () => (await import('./growth.ts')).growth,
  P5: async () => (await import('./streaming.ts')).streaming,
  P6: async () => (await import('./parallel-shell.ts')).parallelShell,
  P7: async () => (await import('./open-long-session.ts')).openLongSession,
  P10: async () => (await import('../tests/security/p10-policy.ts')).p10Policy,
  pack: async () => (await import('./pack.ts')).pack,
  'R1-log': async () => (await import('../tests/faults/r1-log.ts')).r1Log,
  'R1-turn': async () => (await import('../tests/faults/turn-kills.ts')).r1Turn,
  R2: async () => (await import('../tests/faults/turn-kills.ts')).r2Effects,
  R3: async () => (await import('../tests/faults/r3-writers.ts')).r3Writers,
  R4: async () => (await import('../tests/faults/r4-mutations.ts')).r4Mutations,
  R5: async () => (await import('../tests/faults/r5-disk.ts')).r5Disk,
  R6: async () => (await import('../tests/faults/r6-models.ts')).r6Models,
  R7: async () => (await import('../tests/faults/r7-orphans.ts')).r7Orphans,
  S2: async () => (await import('../tests/security/s2-shell.ts')).s2Shell,
  S4: async () => (await import('../tests/security/s4-trust.ts')).s4Trust,
  wires: async () => (await import('../tests/wires/wires.ts')).wires,
};
