import type { Severity } from '@bowline/protocol';
import type { SafetyCheck } from './finding.ts';
import { stripHidden } from './hidden-text.ts';
import { partsBelow } from './path-parts.ts';
import { PatternIndex, type PatternQuery } from './pattern-index.ts';
import { protectedFiles } from './protected-files.ts';

/** A path as the table is asked about it, from the root, from the home folder and from where patterns of any depth begin. */
export interface ProtectedQuery {
  readonly fromRoot: readonly string[];
  readonly home: readonly string[];
  /** Below the folder of the session that it lies in; from the root when it lies in none. */
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
  /** All patterns of all rows: most paths fit none, and are asked about once. */
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

/** What of the table a path is, and how bad it is to touch it so; undefined when it is a file like any other. */
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
 * A name as careless file systems see it: without case, without characters that they ignore, without dots and spaces at
 * its end, without the name of a stream.
 */
function toPlainName(name: string): string {
  if (/^[\w@+-]+(?:\.[\w@+-]+)*$/.test(name)) return name.toLowerCase();
  const [file = ''] = stripHidden(name).split(':');
  let end = file.length;
  while (end > 0 && (file[end - 1] === '.' || file[end - 1] === ' ')) end -= 1;
  return (end === 0 ? name : file.slice(0, end)).toLowerCase();
}
