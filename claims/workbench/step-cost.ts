import type { Probe } from './open-workbench.ts';

/** The average cost of one step of a turn. */
export interface StepCost {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The wall time without waiting for the model's answers. */
  readonly ownMs: number;
}

/** The cost of the steps between two requests, counted from 0; a negative index counts from the end. */
export function stepCost({ requests }: Probe, from: number, to: number): StepCost {
  const [first, last] = [requests.at(from), requests.at(to)];
  const steps = (to < 0 ? requests.length + to : to) - (from < 0 ? requests.length + from : from);
  if (first === undefined || last === undefined || steps <= 0) {
    throw new Error(`there were ${requests.length} requests, too few to measure those from ${from} to ${to}`);
  }
  const wallMs = (last.atMs - first.atMs) / steps;
  const cpuMs = (last.cpuMs - first.cpuMs) / steps;
  return { cpuMs, wallMs, ownMs: wallMs - (last.waitedMs - first.waitedMs) / steps };
}

/** The minimum of each figure, because other load on a shared machine can only add. */
export function leastCost(costs: readonly StepCost[]): StepCost {
  const least = (key: keyof StepCost): number => Math.min(...costs.map((cost) => cost[key]));
  return { cpuMs: least('cpuMs'), wallMs: least('wallMs'), ownMs: least('ownMs') };
}
