import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A difference from the specification: what is specified, what is shown instead, and why. */
export interface Difference {
  readonly screen: string;
  readonly columns: number;
  readonly reason: string;
  readonly specified: readonly string[];
  readonly shown: readonly string[];
}

/** The rows that each screen must have, and where they differ from the specification. */
export interface Expected {
  readonly screens: ReadonlyMap<string, readonly string[]>;
  readonly differences: readonly Difference[];
}

/** Reads the expected screens of a window of this width. */
export function readExpected(columns: number): Expected {
  return parseExpected(readFileSync(join(import.meta.dirname, 'expected', `${columns}.txt`), 'utf8'), columns);
}

/**
 * Parses screens that are written like a patch of the specification: `# name` begins a screen, a row that begins with a
 * space is as specified, `-` is specified and not shown, `+` is shown and not specified, and `@` says why.
 */
export function parseExpected(text: string, columns: number): Expected {
  const parts = text.split(/^# /m).slice(1);
  const parsed = parts.map((part) => parseScreen(part, columns));
  return {
    screens: new Map(parsed.map(({ name, rows }) => [name, trimRows(rows)])),
    differences: parsed.flatMap(({ differences }) => differences),
  };
}

function parseScreen(part: string, columns: number) {
  const [name = '', ...lines] = part.split('\n');
  const rows: string[] = [];
  const differences: { screen: string; columns: number; reason: string; specified: string[]; shown: string[] }[] = [];
  let open: (typeof differences)[number] | undefined;
  for (const line of lines) {
    const [sign, row] = [line.charAt(0), line.slice(1)];
    if (sign === '@') {
      open = { screen: name, columns, reason: row.trim(), specified: [], shown: [] };
      differences.push(open);
    } else if (sign === ' ' || sign === '') open = undefined;
    else if (open === undefined) throw new Error(`${name}, ${columns} columns: no reason for ${line}`);
    else (sign === '-' ? open.specified : open.shown).push(row);
    if (sign !== '@' && sign !== '-') rows.push(row);
  }
  return { name, rows, differences };
}

/** Without the empty rows at the beginning and the end. */
export function trimRows(rows: readonly string[]): readonly string[] {
  const from = rows.findIndex((row) => row !== '');
  return from === -1 ? [] : rows.slice(from, rows.findLastIndex((row) => row !== '') + 1);
}
