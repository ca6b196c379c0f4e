import { widthOf } from '../layout/wrap.ts';

/** A part of a row, from its longest form to its shortest. An empty form omits it. */
export interface RowPart {
  readonly forms: readonly string[];
  /** Parts with the smallest weight are shortened first. */
  readonly weight: number;
}

/**
 * Joins the parts in a row that fits. The lightest parts are shortened first, and all are shortened before any is
 * omitted. Remaining space goes to the heaviest parts.
 */
export function fitParts(parts: readonly RowPart[], width: number, separator: string): string {
  const chosen = parts.map(() => 0);
  const fits = (): boolean => widthOf(join(parts, chosen, separator)) <= width;
  while (!fits()) {
    const next = lightest(parts, chosen);
    if (next === undefined) break;
    chosen[next] = (chosen[next] ?? 0) + 1;
  }
  const heaviest = [...parts.keys()].sort((one, other) => weightOf(parts, other) - weightOf(parts, one));
  for (const at of heaviest) regrow(chosen, at, fits);
  return join(parts, chosen, separator);
}

const weightOf = (parts: readonly RowPart[], at: number): number => parts[at]?.weight ?? 0;

function join(parts: readonly RowPart[], chosen: readonly number[], separator: string): string {
  return parts
    .map(({ forms }, at) => forms[chosen[at] ?? 0] ?? '')
    .filter((form) => form !== '')
    .join(separator);
}

function lightest(parts: readonly RowPart[], chosen: readonly number[]): number | undefined {
  const shortable = parts
    .map(({ forms, weight }, at) => {
      const next = forms[(chosen[at] ?? 0) + 1];
      return { at, next, order: weight + (next === '' ? 1000 : 0) };
    })
    .filter(({ next }) => next !== undefined);
  return shortable.sort((one, other) => one.order - other.order)[0]?.at;
}

/** Chooses the longest form of a part that fits. */
function regrow(chosen: number[], at: number, fits: () => boolean): void {
  const shortest = chosen[at] ?? 0;
  for (let form = 0; form < shortest; form += 1) {
    chosen[at] = form;
    if (fits()) return;
  }
  chosen[at] = shortest;
}
