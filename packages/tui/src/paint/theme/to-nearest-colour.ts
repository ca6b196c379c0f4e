type Rgb = readonly [number, number, number];

const STEPS = [0, 95, 135, 175, 215, 255];

/** The nearest of the 256 terminal colors, from the color cube or the grays, which look the same everywhere. */
export function toNearestColour(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(toStep) as [number, number, number];
  const cube: Rgb = [STEPS[red] ?? 0, STEPS[green] ?? 0, STEPS[blue] ?? 0];
  const mean = (rgb[0] + rgb[1] + rgb[2]) / 3;
  const grey = Math.max(0, Math.min(23, Math.round((mean - 8) / 10)));
  const level = 8 + 10 * grey;
  if (distance(rgb, [level, level, level]) < distance(rgb, cube)) return 232 + grey;
  return 16 + 36 * red + 6 * green + blue;
}

function toStep(value: number): number {
  const gaps = STEPS.map((step) => Math.abs(step - value));
  return gaps.indexOf(Math.min(...gaps));
}

function distance(one: Rgb, other: Rgb): number {
  return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2;
}
