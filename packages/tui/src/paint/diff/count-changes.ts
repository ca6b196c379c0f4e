import { toDiffRows, type DiffDisplay } from './to-diff-rows.ts';

/** How many lines a change adds and takes away: `+3 -1`. */
export function countChanges(display: DiffDisplay): string {
  const { added, removed } = toDiffRows(display);
  return `+${added} -${removed}`;
}
