import { relative, sep } from 'node:path';
import type { ContextInspection, Size, HypotheticalSession } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';
import { contextTexts } from '../texts/settings-texts.ts';
import { createPaint } from '../print/create-paint.ts';
import { toColumns } from '../print/to-columns.ts';
import { toPlainPath } from '../print/to-plain-path.ts';

/** The inspected session and its context. */
export interface ShownContext {
  readonly asked: HypotheticalSession;
  readonly found: ContextInspection;
  readonly home: string;
}

/** The output of `bowline context`. */
export function describeContext(shown: ShownContext, env: CommandEnv): string {
  const { asked, found, home } = shown;
  const paint = createPaint(env);
  const plain = (path: string): string => toPlainPath(path, home);
  const path = plain(asked.workspace);
  const folder = found.trust.isTrusted ? path : contextTexts.notTrusted(path);
  const lines = [
    contextTexts.intro(folder, plain(asked.model), asked.mode),
    '',
    ...toColumns(alignNumbers(rowsOf(shown))).map((line) => (/^\S/.test(line) ? paint('bold', line) : line)),
    ...found.notes.flatMap((note, n) => [...(n === 0 ? [''] : []), paint('yellow', plain(note))]),
  ];
  return `${lines.join('\n')}\n`;
}

/** A path relative to the workspace if it is in it, otherwise with `~` for the home directory. */
export function toShownPath(path: string, { asked, home }: Pick<ShownContext, 'asked' | 'home'>): string {
  const way = relative(asked.workspace, path);
  return toPlainPath(way.startsWith(`..${sep}`) ? path : way, home);
}

type Row = readonly [name: string, characters: string, tokens: string, note: string];

function rowsOf(shown: ShownContext): readonly Row[] {
  const { instruction, parts, tools, total, window } = shown.found;
  return [
    contextTexts.columns,
    toRow(contextTexts.instruction, instruction, ''),
    ...parts.flatMap((part) => [
      toRow(`  ${part.name}`, part, part.why),
      ...(part.name === 'memory' ? memoryRows(shown) : []),
    ]),
    toRow(contextTexts.tools, sum(tools), ''),
    ...tools.map((tool) => toRow(`  ${tool.name}`, tool, '')),
    toRow(contextTexts.total, total, contextTexts.ofWindow(share(total.tokens / window), count(window))),
  ];
}

function memoryRows(shown: ShownContext): readonly Row[] {
  return shown.found.memory.map((file) => {
    const imports = file.imports.map((path) => toShownPath(path, shown));
    const note = `${describeSource(file.source)}${imports.length === 0 ? '' : contextTexts.imports(imports.join(', '))}`;
    return toRow(`    ${toShownPath(file.path, shown)}`, file, note);
  });
}

function describeSource(source: ContextInspection['memory'][number]['source']): string {
  return contextTexts.sources[source];
}

function toRow(name: string, { characters, tokens }: Size, note: string): Row {
  return [name, count(characters), count(tokens), note];
}

function alignNumbers(rows: readonly Row[]): readonly Row[] {
  const width = (column: 1 | 2): number => Math.max(...rows.map((row) => row[column].length));
  const [characters, tokens] = [width(1), width(2)];
  return rows.map(([name, first, second, note]) => [name, first.padStart(characters), second.padStart(tokens), note]);
}

function sum(sizes: readonly Size[]): Size {
  return {
    characters: sizes.reduce((all, { characters }) => all + characters, 0),
    tokens: sizes.reduce((all, { tokens }) => all + tokens, 0),
  };
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function share(part: number): string {
  return part < 0.001 ? contextTexts.lessThan : `${(part * 100).toFixed(1)}%`;
}
