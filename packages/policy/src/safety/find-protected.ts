import type { SafetyCheck, Severity } from './finding.ts';
import { stripHidden } from './hidden-text.ts';
import { matchName, matchParts } from './match-glob.ts';
import { partsBelow } from './path-parts.ts';
import { protectedFiles, type ProtectedFiles } from './protected-files.ts';

/** A path as the table is asked about it, from the root, from the home folder and from where patterns of any depth begin. */
export interface ProtectedQuery {
  readonly fromRoot: readonly string[];
  readonly home: readonly string[];
  /** Below the folder of the session that it lies in; from the root when it lies in none. */
  readonly below: readonly string[];
  readonly isWrite: boolean;
}

interface Pattern {
  readonly anchor: 'home' | 'root' | 'anywhere';
  readonly parts: readonly string[];
}
interface Row extends Pick<ProtectedFiles, 'check' | 'read' | 'write'> {
  readonly patterns: readonly Pattern[];
  readonly except: readonly string[];
}

const rows: readonly Row[] = protectedFiles.map(({ check, read, write, patterns, except = '' }) => ({
  check,
  read,
  write,
  patterns: patterns.split(' ').map(toPattern),
  except: except === '' ? [] : except.split(' '),
}));

function toPattern(text: string): Pattern {
  if (text.startsWith('~/')) return { anchor: 'home', parts: text.slice(2).split('/') };
  if (text.startsWith('/')) return { anchor: 'root', parts: text.slice(1).split('/') };
  return { anchor: 'anywhere', parts: text.split('/') };
}

/** What of the table a path is, and how bad it is to touch it so; undefined when it is a file like any other. */
export function findProtected(
  query: ProtectedQuery,
): { readonly check: SafetyCheck; readonly severity: Severity } | undefined {
  const fromRoot = query.fromRoot.map(toPlainName);
  const fromHome = partsBelow(query.home.map(toPlainName), fromRoot);
  const below = query.below.map(toPlainName);
  const name = fromRoot.at(-1) ?? '';
  for (const row of rows) {
    const severity = query.isWrite ? row.write : row.read;
    if (severity === null || row.except.some((pattern) => matchName(pattern, name))) continue;
    if (row.patterns.some((pattern) => fits(pattern, { fromRoot, fromHome, below })))
      return { check: row.check, severity };
  }
  return undefined;
}

interface Plain {
  readonly fromRoot: readonly string[];
  readonly fromHome: readonly string[] | undefined;
  readonly below: readonly string[];
}

function fits({ anchor, parts }: Pattern, { fromRoot, fromHome, below }: Plain): boolean {
  if (anchor === 'root') return matchParts(parts, fromRoot);
  if (anchor === 'home') return fromHome !== undefined && matchParts(parts, fromHome);
  return below.some((_, n) => matchParts(parts, below, n));
}

/**
 * A name as careless file systems see it: without case, without characters that they ignore, without dots and spaces at
 * its end, without the name of a stream.
 */
function toPlainName(name: string): string {
  const [file = ''] = stripHidden(name).split(':');
  let end = file.length;
  while (end > 0 && (file[end - 1] === '.' || file[end - 1] === ' ')) end -= 1;
  return (end === 0 ? name : file.slice(0, end)).toLowerCase();
}
