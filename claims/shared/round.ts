/** Rounds to two decimal places, as figures are shown. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
