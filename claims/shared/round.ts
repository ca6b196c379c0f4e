/** To two digits after the point, as figures are shown. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
