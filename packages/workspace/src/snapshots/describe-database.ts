import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { toPathIn } from './file-key.ts';

/** Larger databases are not opened. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Rows of larger tables are counted, not compared. */
const MAX_ROWS = 200_000;
const MAX_TABLES = 20;
/** What SQLite has written and not yet moved into the file. */
const BESIDE = ['', '-wal', '-journal'];

/** The two versions of a database, and where copies of it may be. */
export interface DatabasePair {
  readonly before: string;
  readonly after: string;
  readonly scratch: string;
}

/** How the rows of each table differ, such as `users: 2 rows added`. Undefined if both cannot be read. */
export function describeDatabase(
  path: string,
  { before, after, scratch }: DatabasePair,
): readonly string[] | undefined {
  const folder = join(scratch, 'database');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    // Copies, because SQLite writes beside a database that it opens, and finishes what was interrupted.
    const copies = { before: join(folder, 'before'), after: join(folder, 'after') };
    if (!copy(toPathIn(before, path), copies.before) || !copy(toPathIn(after, path), copies.after)) return undefined;
    return compare(copies);
  } catch {
    // It is no database, or a damaged one: it is shown like any other file.
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copy(from: string | Buffer, to: string): boolean {
  if (statSync(from).size > MAX_BYTES) return false;
  for (const name of BESIDE) {
    const source = Buffer.concat([Buffer.from(from), Buffer.from(name)]);
    if (existsSync(source)) copyFileSync(source, `${to}${name}`);
  }
  return true;
}

function compare({ before, after }: { readonly before: string; readonly after: string }): readonly string[] {
  const database = new DatabaseSync(after, { enableForeignKeyConstraints: false });
  try {
    database.exec('PRAGMA trusted_schema = OFF');
    database.prepare('ATTACH ? AS old').run(before);
    const [was, is] = [tablesOf(database, 'old'), tablesOf(database, 'main')];
    const lines = [
      ...[...is]
        .filter((name) => !was.has(name))
        .map((name) => `${name}: new table, ${rows(count(database, 'main', name))}`),
      ...[...was].filter((name) => !is.has(name)).map((name) => `${name}: table removed`),
      ...[...is].filter((name) => was.has(name)).flatMap((name) => compareTable(database, name)),
    ];
    return lines.length > MAX_TABLES ? [...lines.slice(0, MAX_TABLES), `and ${lines.length - MAX_TABLES} more`] : lines;
  } finally {
    database.close();
  }
}

/** Tables with rows of their own. */
function tablesOf(database: DatabaseSync, schema: string): ReadonlySet<string> {
  const found = database
    .prepare(
      `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND sql NOT LIKE 'CREATE VIRTUAL%'`,
    )
    .all();
  return new Set(found.map(({ name }) => String(name)));
}

function compareTable(database: DatabaseSync, name: string): readonly string[] {
  const [was, is] = [count(database, 'old', name), count(database, 'main', name)];
  const [old, now] = [columnsOf(database, 'old', name), columnsOf(database, 'main', name)];
  if (old.join('\0') !== now.join('\0')) return [`${name}: columns changed, ${rows(was)} before, ${rows(is)} now`];
  if (was > MAX_ROWS || is > MAX_ROWS) return was === is ? [] : [`${name}: ${rows(was)} before, ${rows(is)} now`];
  const table = quote(name);
  const key = keyOf(database, name);
  const same = key.map((column) => `a.${column} IS b.${column}`).join(' AND ');
  const differs = now.map((column) => `a.${quote(column)} IS NOT b.${quote(column)}`).join(' OR ');
  const without = (a: string, b: string): number =>
    number(
      database,
      `SELECT count(*) AS n FROM ${a}.${table} a WHERE NOT EXISTS (SELECT 1 FROM ${b}.${table} b WHERE ${same})`,
    );
  const said = [
    [without('main', 'old'), 'added'],
    [without('old', 'main'), 'removed'],
    [
      number(database, `SELECT count(*) AS n FROM main.${table} a JOIN old.${table} b ON ${same} WHERE ${differs}`),
      'changed',
    ],
  ] as const;
  const parts = said.flatMap(([n, what]) => (n === 0 ? [] : [`${rows(n)} ${what}`]));
  return parts.length === 0 ? [] : [`${name}: ${parts.join(', ')}`];
}

function columnsOf(database: DatabaseSync, schema: string, name: string): readonly string[] {
  return database
    .prepare('SELECT name FROM pragma_table_info(?, ?) ORDER BY cid')
    .all(name, schema)
    .map((row) => String(row['name']));
}

/** What identifies a row: its number, or in tables without numbers the primary key. */
function keyOf(database: DatabaseSync, name: string): readonly string[] {
  try {
    database.prepare(`SELECT rowid FROM main.${quote(name)} LIMIT 0`);
    return ['rowid'];
  } catch {
    const key = database.prepare("SELECT name FROM pragma_table_info(?, 'main') WHERE pk > 0 ORDER BY pk").all(name);
    return key.map((row) => quote(String(row['name'])));
  }
}

function count(database: DatabaseSync, schema: string, name: string): number {
  return number(database, `SELECT count(*) AS n FROM ${schema}.${quote(name)}`);
}

function number(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.['n'] ?? 0);
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function rows(n: number): string {
  return n === 1 ? '1 row' : `${n} rows`;
}
