import { spellUnseen } from '@bowline/protocol/plain';
import { toShort } from './to-short.ts';

/** A path with `~` for the home directory and control characters escaped. */
export function toPlainPath(path: string, home: string): string {
  return spellUnseen(toShort(path, home));
}
