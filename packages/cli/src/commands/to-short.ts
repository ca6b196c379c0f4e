import { sep } from 'node:path';

/** Paths below the home folder as people write them. */
export function toShort(text: string, home: string): string {
  return home === '' ? text : text.replaceAll(`${home}${sep}`, `~${sep}`);
}
