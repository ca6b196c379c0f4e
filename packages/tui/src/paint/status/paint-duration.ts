/** Formats a duration for people. */
export function paintDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 119.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 10) return toParts(Math.round(seconds), { size: 60, names: ['min', 's'] });
  return minutes < 120 ? `${minutes} min` : toParts(minutes, { size: 60, names: ['h', 'min'] });
}

/** Formats a running time in whole seconds. */
export function paintElapsed(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? toParts(seconds, { size: 60, names: ['min', 's'] })
    : toParts(minutes, { size: 60, names: ['h', 'min'] });
}

/** Formats a countdown in whole seconds, without skipping any. */
export function paintCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return toParts(seconds, { size: 60, names: ['min', 's'] });
  return toParts(Math.ceil(seconds / 60), { size: 60, names: ['h', 'min'] });
}

function toParts(
  value: number,
  { size, names }: { readonly size: number; readonly names: readonly [string, string] },
): string {
  const rest = value % size;
  const whole = `${Math.floor(value / size)} ${names[0]}`;
  return rest === 0 ? whole : `${whole} ${rest} ${names[1]}`;
}
