import { toAmount } from './check-size.ts';
import type { Finding } from './finding.ts';

/** The free space where a call writes, the size of the write, and the space to keep free. */
export interface DiskFacts {
  readonly folder: string;
  readonly freeBytes: number;
  readonly bytes: number;
  readonly keepFreeBytes: number;
}

/** Finds a write that does not fit, or that leaves too little free space. */
export function checkDisk({ folder, freeBytes, bytes, keepFreeBytes }: DiskFacts): readonly Finding[] {
  const free = `${toAmount(freeBytes)} free in ${folder}`;
  if (bytes > freeBytes)
    return [{ check: 'disk', severity: 'danger', message: `writes ${toAmount(bytes)}, but there are only ${free}` }];
  if (freeBytes - bytes >= keepFreeBytes) return [];
  return [{ check: 'disk', severity: 'warning', message: `leaves little disk space: ${free}` }];
}
