import { sep } from 'node:path';

/** Replaces the home directory in a text with `~`. */
export function toShort(text: string, home: string): string {
  return home === '' ? text : text.replaceAll(`${home}${sep}`, `~${sep}`);
}
