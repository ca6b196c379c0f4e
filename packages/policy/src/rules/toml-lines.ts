/** Line numbers in a TOML text that is known to be well-formed. */
export interface TomlLines {
  /** The line of the nth `[[name]]`, or of `name = ...` if it is written that way. */
  table(name: string, index: number): number;
  /** The line of a key in the nth `[[name]]`, or of the table if the key is not found. */
  key(name: string, index: number, key: string): number;
  /** The line where a top-level name first occurs. */
  top(name: string): number;
}

interface Statement {
  readonly line: number;
  /** Path of the table it opens, or of the key it sets. */
  readonly path: readonly string[];
  readonly kind: 'table' | 'table_of_array' | 'key';
}

/** Finds line numbers in a text that a parser has already accepted, because parsers do not keep them. */
export function findTomlLines(text: string): TomlLines {
  const statements = statementLines(text).map(toStatement);
  const top = (name: string): number => statements.find(({ path }) => path[0] === name)?.line ?? 1;
  const opened = new Map<string, number[]>();
  for (const [n, { kind, path }] of statements.entries()) {
    const [name = '', ...deeper] = path;
    if (kind !== 'table_of_array' || deeper.length > 0) continue;
    const before = opened.get(name);
    if (before === undefined) opened.set(name, [n]);
    else before.push(n);
  }
  const opens = (name: string): readonly number[] => opened.get(name) ?? [];
  const table = (name: string, index: number): number => statements[opens(name)[index] ?? -1]?.line ?? top(name);
  const key = (name: string, index: number, wanted: string): number => {
    const start = opens(name)[index];
    if (start === undefined) return top(name);
    const end = opens(name)[index + 1] ?? statements.length;
    const inside = statements.slice(start + 1, end);
    const found = inside.find(({ kind, path }) => (kind === 'key' ? path[0] : path[1]) === wanted);
    return found?.line ?? table(name, index);
  };
  return { table, key, top };
}

function toStatement({ line, text }: { readonly line: number; readonly text: string }): Statement {
  const [, array] = /^\[\[(.*?)\]\]/.exec(text) ?? [];
  if (array !== undefined) return { line, kind: 'table_of_array', path: toPath(array) };
  const [, table] = /^\[(.*?)\]/.exec(text) ?? [];
  if (table !== undefined) return { line, kind: 'table', path: toPath(table) };
  return { line, kind: 'key', path: toPath(text.slice(0, text.indexOf('='))) };
}

function toPath(text: string): readonly string[] {
  return text.split('.').map((part) => part.trim().replaceAll(/^["']|["']$/g, ''));
}

/** Strings and comments. Brackets in them open and close nothing. */
const inert = /"""(?:\\.|[^\\])*?"""|'''.*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*/gs;

/** The first line of each statement. A value may span several lines, in brackets or triple quotes. */
function statementLines(text: string): { readonly line: number; readonly text: string }[] {
  const found: { line: number; text: string }[] = [];
  const originals = text.split('\n');
  const bare = text.replaceAll(inert, (skipped) => skipped.replaceAll(/[^\n]+/g, '"')).split('\n');
  let depth = 0;
  for (const [n, line] of bare.entries()) {
    const original = originals[n]?.trim() ?? '';
    const isStart = depth === 0 && /^\s*(?:[\w"-][^=]*=|\[)/.test(line) && !original.startsWith('#');
    if (isStart) found.push({ line: n + 1, text: original });
    for (const [sign] of line.matchAll(/[[\]{}]/g)) depth += sign === '[' || sign === '{' ? 1 : -1;
  }
  return found;
}
