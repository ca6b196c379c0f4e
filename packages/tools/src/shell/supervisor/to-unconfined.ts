import type { Confinement } from '@bowline/workspace';
import type { ProcessEnd } from './launched-process.ts';

/** Why a command could not be confined, as we or bubblewrap said before it was run; null when it was. */
export function toUnconfined(end: ProcessEnd, confinement: Confinement | null, printed: string): string | null {
  if (confinement === null) return null;
  if ('problem' in end) return end.isUnconfined === true ? end.problem : null;
  const said = /^bwrap: (?!execvp)([^\n]+)\n?$/.exec(printed)?.[1];
  return end.exitCode === 1 && said !== undefined ? `bubblewrap said: ${said}` : null;
}
