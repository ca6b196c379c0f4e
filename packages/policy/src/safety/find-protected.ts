import type { Severity } from '@bowline/protocol';
import type { SafetyCheck } from './finding.ts';
import { stripHidden } from './hidden-text.ts';
import { partsBelow } from './path-parts.ts';
import { PatternIndex, type PatternQuery } from './pattern-index.ts';
import { protectedFiles } from './protected-files.ts';

/** A path to look up in the table of protected files. */
export interface ProtectedQuery {
  readonly fromRoot: readonly string[];
  readonly home: readonly string[];
  /**
   * The path relative to the session directory that contains it, or to the root if none does. Patterns for any depth
   * begin here.
   */
  readonly below: readonly string[];
  readonly isWrite: boolean;
}

interface Row {
  readonly found: { readonly check: SafetyCheck; readonly severity: Severity };
  readonly patterns: PatternIndex;
  readonly except: PatternIndex;
}

interface Table {
  readonly rows: readonly Row[];
  /** All patterns of all rows. Most paths match none, and need only this lookup. */
  readonly all: PatternIndex;
}

function toTable(isWrite: boolean): Table {
  const rows = protectedFiles.flatMap(({ check, read, write, patterns, except = '' }) => {
    const severity = isWrite ? write : read;
    if (severity === null) return [];
    return [{ found: { check, severity }, text: patterns, except: new PatternIndex(except) }];
  });
  return {
    rows: rows.map(({ text, ...row }) => ({ ...row, patterns: new PatternIndex(text) })),
    all: new PatternIndex(rows.map(({ text }) => text).join(' ')),
  };
}
const toWrite = toTable(true);
const toRead = toTable(false);

/** The check and severity of the first matching row, or undefined if the path is an ordinary file. */
export function findProtected(query: ProtectedQuery): Row['found'] | undefined {
  const fromRoot = query.fromRoot.map(toPlainName);
  const path: PatternQuery = {
    fromRoot,
    fromHome: partsBelow(query.home.map(toPlainName), fromRoot),
    below: fromRoot.slice(fromRoot.length - query.below.length),
  };
  const { rows, all } = query.isWrite ? toWrite : toRead;
  if (!all.fits(path)) return undefined;
  return rows.find(({ patterns, except }) => patterns.fits(path) && !except.fits(path))?.found;
}

/**
 * A name as lenient file systems see it: without case, ignored characters, trailing dots and spaces, or a stream name.
 */
function toPlainName(name: string): string {
  if (/^[\w@+-]+(?:\.[\w@+-]+)*$/.test(name)) return name.toLowerCase();
  const [file = ''] = stripHidden(name).split(':');
  let end = file.length;
  while (end > 0 && (file[end - 1] === '.' || file[end - 1] === ' ')) end -= 1;
  return (end === 0 ? name : file.slice(0, end)).toLowerCase();
}
