import type { Finding } from './finding.ts';

/** Finds a write that is larger than a user would review. */
export function checkSize({
  bytes,
  maxBytes,
}: {
  readonly bytes: number;
  readonly maxBytes: number;
}): readonly Finding[] {
  if (bytes <= maxBytes) return [];
  return [
    {
      check: 'size',
      severity: 'warning',
      message: `writes ${toAmount(bytes)}, more than the limit of ${toAmount(maxBytes)}`,
    },
  ];
}

/** Formats a number of bytes with a unit. */
export function toAmount(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${units[power] ?? ''}`;
}
