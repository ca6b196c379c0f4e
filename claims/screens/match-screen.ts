import { matchRow, type Translate } from './match-row.ts';
import { trimRows } from './read-expected.ts';

/** The first row of the dock. The picture of the start page also begins with a corner. */
const DOCK = /^╭─(?!╮)/;

/**
 * Compares what is shown with an expected screen: the dock with the last rows, and what is expected above it with the last
 * rows above the dock, without the empty ones next to the dock. Returns what differs, row by row.
 */
export function matchScreen(expected: readonly string[], window: string, translate: Translate): readonly string[] {
  const rows = window.split('\n').map((row) => row.trimEnd());
  const at = expected.findIndex((row) => DOCK.test(row));
  const dock = at === -1 ? [] : expected.slice(at);
  const above = trimRows(at === -1 ? expected : expected.slice(0, at));
  const dockAt = at === -1 ? findDock(rows, translate) : rows.length - dock.length;
  const shownAbove = trimRows(rows.slice(0, dockAt)).slice(-above.length);
  return [
    ...(dockAt < 0 ? ['the window has fewer rows'] : []),
    ...compare(above, above.length === 0 ? [] : shownAbove, translate),
    ...compare(dock, rows.slice(Math.max(0, dockAt)).slice(0, dock.length), translate),
  ];
}

/** Only the dock of an expected screen, if it has one. */
export function toDock(expected: readonly string[]): readonly string[] {
  return expected.slice(
    Math.max(
      0,
      expected.findIndex((row) => DOCK.test(row)),
    ),
  );
}

function compare(expected: readonly string[], shown: readonly string[], translate: Translate): readonly string[] {
  return expected.flatMap((row, at) => {
    const got = shown[at] ?? '';
    const problem = matchRow(row, got, translate);
    return problem === undefined ? [] : [`${problem}\n    expected ${row}\n    shown    ${got}`];
  });
}

function findDock(rows: readonly string[], translate: Translate): number {
  const corner = translate('╭─');
  return rows.findLastIndex((row) => row.startsWith(corner) && !row.startsWith(translate('╭─╮')));
}
