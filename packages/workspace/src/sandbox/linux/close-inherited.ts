import { closeSync, readdirSync } from 'node:fs';
import { readText } from '../../disk/look.ts';

const O_CLOEXEC = 0o2_000_000;
const FIRST_EXTRA = 3;

/**
 * Closes descriptors that this process inherited and would pass on to commands. Node marks only the first ones as
 * close-on-exec, but all of its own. Call this before anything is opened.
 */
export function closeInherited(): void {
  let names: string[];
  try {
    names = readdirSync('/proc/self/fd');
  } catch {
    return;
  }
  for (const descriptor of names.map(Number).filter((each) => each >= FIRST_EXTRA)) {
    const flags = /^flags:\s+(\d+)$/m.exec(readText(`/proc/self/fdinfo/${descriptor}`) ?? '')?.[1];
    if (flags === undefined || (Number.parseInt(flags, 8) & O_CLOEXEC) !== 0) continue;
    try {
      closeSync(descriptor);
    } catch {
      // The descriptor used for listing is already closed.
    }
  }
}
