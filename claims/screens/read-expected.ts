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
  const screens = new Map<string, string[]>();
  const differences: (Difference & { readonly specified: string[]; readonly shown: string[] })[] = [];
  let [name, isIn] = ['', false];
  for (const line of text.split('\n')) {
    const [sign, row] = [line.charAt(0), line.slice(1)];
    if (sign === '#') [name, isIn] = [row.trim(), false];
    const rows = screens.get(name) ?? [];
    screens.set(name, rows);
    if (sign === '@') {
      differences.push({ screen: name, columns, reason: row.trim(), specified: [], shown: [] });
      isIn = true;
    } else if (sign === ' ' || sign === '') {
      isIn = false;
      rows.push(row);
    } else if (sign === '-' || sign === '+') {
      const difference = differences.at(-1);
      if (!isIn || difference === undefined) throw new Error(`${name}, ${columns} columns: no reason for ${line}`);
      (sign === '-' ? difference.specified : difference.shown).push(row);
      if (sign === '+') rows.push(row);
    }
  }
  return { screens: new Map([...screens].map(([each, rows]) => [each, trimRows(rows)])), differences };
}

/** Without the empty rows at the beginning and the end. */
export function trimRows(rows: readonly string[]): readonly string[] {
  const from = rows.findIndex((row) => row !== '');
  return from === -1 ? [] : rows.slice(from, rows.findLastIndex((row) => row !== '') + 1);
}
