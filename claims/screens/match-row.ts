import { cellsOf } from '../../packages/tui/src/paint/layout/cells.ts';

/** How a look writes a row: its translation of signs. */
export type Translate = (row: string) => string;

/** Values that differ from run to run. `{>n}` is right-aligned: its end is held. `{~n}` moves with what is before it. */
const values: Readonly<Record<string, string>> = {
  n: String.raw`\d[\d.,]*[kM]?`,
  t: String.raw`(?:\d[\d.]* (?:s|min|h|d)(?: \d+ s)?|just now)`,
  c: String.raw`\$\d[\d.]*`,
  v: String.raw`\d+\.\d+\.\d+`,
  g: '[━─#-]{10}',
  s: String.raw`[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏|/\\-]`,
  b: '[█#]+',
  k: '[▁▂▃▄▅▆▇█#\\d]+',
};
const VALUE = /\{([>~]?)(\w+)\}/g;
const GAP = / *─{3,} *| {2,}/g;

interface Segment {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Compares a row of the window with an expected one. Undefined: the same text, in the same columns. */
export function matchRow(expected: string, shown: string, translate: Translate): string | undefined {
  const segments = toSegments(expected);
  if (segments.length === 0) return translate(expected) === shown ? undefined : 'other text';
  const rule = translate('─');
  const parts = segments.map(({ text }) => `(${toPattern(text, translate)})`);
  const gaps = [...expected.matchAll(GAP)].map(([gap]) => (gap.includes('─') ? ` *${escape(rule)}+ *` : ' {2,}'));
  const starts = segments[0]?.from === 0;
  const pattern = parts.map((part, at) => `${gaps[starts ? at - 1 : at] ?? ''}${part}`).join('');
  const tail = gaps.length > parts.length - (starts ? 1 : 0) ? (gaps.at(-1) ?? '') : '';
  const found = new RegExp(`^${pattern}${tail}$`, 'd').exec(shown);
  if (found === null) return 'other text';
  if (tail !== '' && cellsOf(shown) !== cellsOf(expected)) return `ends at ${cellsOf(shown)}, not ${cellsOf(expected)}`;
  for (const [at, { text, from, to }] of segments.entries()) {
    const [start = 0, end = 0] = found.indices?.[at + 1] ?? [];
    const [left, right] = [cellsOf(shown.slice(0, start)), cellsOf(shown.slice(0, end))];
    if (text.includes('{~')) continue;
    if (text.includes('{>')) {
      if (right !== to) return `"${shown.slice(start, end)}" ends at ${right}, not ${to}`;
    } else if (left !== from) return `"${shown.slice(start, end)}" starts at ${left}, not ${from}`;
  }
  return undefined;
}

/** The texts of a row between wide gaps and rules, with their columns. */
function toSegments(row: string): readonly Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const gap of [...row.matchAll(GAP), undefined]) {
    const end = gap?.index ?? row.length;
    const text = row.slice(at, end);
    const trimmed = text.trim();
    const from = cellsOf(row.slice(0, at)) + text.indexOf(trimmed);
    if (trimmed !== '') segments.push({ text: trimmed, from, to: from + cellsOf(trimmed) });
    at = end + (gap?.[0].length ?? 0);
  }
  return segments;
}

function toPattern(text: string, translate: Translate): string {
  const pieces = text.split(VALUE);
  return pieces
    .map((piece, at) => {
      if (at % 3 === 1) return '';
      return at % 3 === 2 ? (values[piece] ?? fail(piece)) : escape(translate(piece));
    })
    .join('');
}

function fail(name: string): never {
  throw new Error(`no value is called {${name}}`);
}

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
