import type { Cancel } from '../../tests/wires/faults/model-cancel.ts';
import type { Cell } from '../../tests/wires/faults/model-cell.ts';

const widths = [32, 12, 30, 8, 8];

/** One row per fault and wire, with the worst time of all rounds. */
export function toFaultTable(cells: readonly Cell[]): readonly string[] {
  const rows = group(cells, ({ fault, wire }) => [fault, wire]).map(({ names, same }) => [
    ...names,
    join(same.map(({ outcome }) => outcome)),
    most(same.map(({ ms }) => ms)),
    join(same.map(({ requests }) => String(requests))),
  ]);
  return [['fault', 'wire', 'outcome', 'ms', 'requests'], ...rows].map(toRow);
}

/** One row per moment and wire, with the worst times. */
export function toCancelTable(cancels: readonly Cancel[]): readonly string[] {
  const rows = group(cancels, ({ point, wire }) => [point, wire]).map(({ names, same }) => [
    ...names,
    join(same.map(({ problems }) => (problems.length === 0 ? 'cancelled' : problems.join('; ')))),
    most(same.map(({ ms }) => ms)),
    most(same.map(({ closedMs }) => closedMs)),
  ]);
  return [['cancelled at', 'wire', 'outcome', 'ms', 'closed ms'], ...rows].map(toRow);
}

function group<T>(
  items: readonly T[],
  namesOf: (item: T) => readonly string[],
): readonly { readonly names: readonly string[]; readonly same: readonly T[] }[] {
  const groups = Map.groupBy(items, (item) => JSON.stringify(namesOf(item)));
  return [...groups].map(([names, same]) => ({ names: JSON.parse(names) as string[], same }));
}

const join = (values: readonly string[]): string => [...new Set(values)].join(' or ');

const most = (values: readonly number[]): string => String(Math.max(...values));

const toRow = (columns: readonly string[]): string =>
  columns
    .map((column, n) => column.padEnd(widths[n] ?? 0))
    .join('')
    .trimEnd();
