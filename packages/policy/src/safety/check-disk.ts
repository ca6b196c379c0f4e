import { toAmount } from './check-size.ts';
import type { Finding } from './finding.ts';

/** What is free where a call writes, what it writes, and what should be left. */
export interface DiskFacts {
  readonly folder: string;
  readonly freeBytes: number;
  readonly bytes: number;
  readonly keepFreeBytes: number;
}

/** Finds a write that does not fit, or that leaves too little room for anything else. */
export function checkDisk({ folder, freeBytes, bytes, keepFreeBytes }: DiskFacts): readonly Finding[] {
  const free = `${toAmount(freeBytes)} free in ${folder}`;
  if (bytes > freeBytes)
    return [{ check: 'disk', severity: 'danger', message: `writes ${toAmount(bytes)}, but there are only ${free}` }];
  if (freeBytes - bytes >= keepFreeBytes) return [];
  return [{ check: 'disk', severity: 'warning', message: `leaves little disk space: ${free}` }];
}
