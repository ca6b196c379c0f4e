import type { Probe } from './open-workbench.ts';

/** What one step of a turn cost, on average. */
export interface StepCost {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The wall without waiting for the model's answers. */
  readonly ownMs: number;
}

/** The cost of the steps between two requests, counted from 0; a negative one counts from the last. */
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

/** Of each figure the least that was seen: what a shared machine adds is never negative. */
export function leastCost(costs: readonly StepCost[]): StepCost {
  const least = (key: keyof StepCost): number => Math.min(...costs.map((cost) => cost[key]));
  return { cpuMs: least('cpuMs'), wallMs: least('wallMs'), ownMs: least('ownMs') };
}
