import { cellsOf } from '../../packages/tui/src/paint/layout/cells.ts';

/** How a look writes a row: its translation of signs. */
export type Translate = (row: string) => string;

/**
 * Values that differ from run to run. `{>n}` is right-aligned: its end is held. `{~n}` moves with what is before it. `»` is
 * any right-aligned value of a table, on one cell.
 */
const values: Readonly<Record<string, string>> = {
  n: String.raw`\d[\d.,]*[kM]?`,
  t: String.raw`(?:\d[\d.]* (?:s|min|h|d)(?: \d+ s)?|just now)`,
  c: String.raw`<?\$\d[\d.]*`,
  h: String.raw`\d\d:\d\d`,
  v: String.raw`\d+\.\d+\.\d+`,
  g: '[━─#-]{10}',
  /** The beginning of a text that is cut where a value begins. */
  a: String.raw`\S.*?`,
  s: String.raw`[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏|/\\-]`,
  b: '[█#]+',
  k: '[▁▂▃▄▅▆▇█#\\d]+',
};
const CELL = String.raw`(?:<?\$?\d[\d.,]*[kM%]?(?: (?:s|min|h|d))?|-|just now)`;
const VALUE = /\{([>~]?)(\w+)\}/g;
const RULE = '\uE000';

interface Segment {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface Parsed {
  readonly segments: readonly Segment[];
  /** Matches the whole row, with a group for each segment. */
  readonly pattern: RegExp;
  readonly endsInRule: boolean;
}

/** Compares a row of the window with an expected one. Undefined: the same text, in the same columns. */
export function matchRow(expected: string, shown: string, translate: Translate): string | undefined {
  // A rule stays apart from other rows of the same sign.
  const row = translate(expected.replaceAll(/─{2,}/g, (run) => RULE.repeat(run.length)));
  const { segments, pattern, endsInRule } = parseRow(row, translate('─'));
  if (segments.length === 0) return translate(expected) === shown ? undefined : 'other text';
  const found = pattern.exec(shown);
  if (found === null) return 'other text';
  if (endsInRule && cellsOf(shown) !== cellsOf(row)) return `ends at ${cellsOf(shown)}, not ${cellsOf(row)}`;
  return segments.map((each, at) => matchColumn(each, shown, found.indices?.[at + 1])).find((one) => one !== undefined);
}

function matchColumn({ text, from, to }: Segment, shown: string, [start, end] = [0, 0]): string | undefined {
  const [left, right] = [cellsOf(shown.slice(0, start)), cellsOf(shown.slice(0, end))];
  if (text.includes('{~')) return undefined;
  if (/\{>|»/.test(text)) return right === to ? undefined : `"${shown.slice(start, end)}" ends at ${right}, not ${to}`;
  return left === from ? undefined : `"${shown.slice(start, end)}" starts at ${left}, not ${from}`;
}

/** Splits a row at wide gaps and rules. */
function parseRow(row: string, rule: string): Parsed {
  const gaps = [...row.matchAll(new RegExp(` *${RULE}+ *| {2,}`, 'g'))];
  const starts = [0, ...gaps.map(({ 0: gap, index }) => index + gap.length)];
  const texts = starts.map((start, at) => row.slice(start, gaps[at]?.index));
  const segments = texts.flatMap((text, at) => {
    const from = cellsOf(row.slice(0, starts[at]));
    return text === '' ? [] : [{ text, from, to: from + cellsOf(text) }];
  });
  const spaces = gaps.map(([gap]) => (gap.includes(RULE) ? ` *${escape(rule)}+ *` : ' {2,}'));
  const parts = texts.map((text, at) => `${text === '' ? '' : `(${toPattern(text)})`}${spaces[at] ?? ''}`);
  return { segments, pattern: new RegExp(`^${parts.join('')}$`, 'd'), endsInRule: texts.at(-1) === '' };
}

function toPattern(text: string): string {
  const pieces = text.split(VALUE);
  return pieces
    .map((piece, at) => {
      if (at % 3 === 1) return '';
      return at % 3 === 2 ? (values[piece] ?? fail(piece)) : escape(piece).replaceAll('»', CELL);
    })
    .join('');
}

function fail(name: string): never {
  throw new Error(`no value is called {${name}}`);
}

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
