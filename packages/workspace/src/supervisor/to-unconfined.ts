import type { Confinement } from '../sandbox/confinement.ts';
import type { ProcessEnd } from './launched-process.ts';

/** Why a command could not be sandboxed, as reported before it ran. Null: it could. */
export function toUnconfined(end: ProcessEnd, confinement: Confinement | null, printed: string): string | null {
  if (confinement === null) return null;
  if ('problem' in end) return end.isUnconfined === true ? end.problem : null;
  const said = /^bwrap: (?!execvp)([^\n]+)\n?$/.exec(printed)?.[1];
  return end.exitCode === 1 && said !== undefined ? `bubblewrap reported: ${said}` : null;
}
