import { relative, sep } from 'node:path';
import type { ContextInspection, Size, WonderedSession } from '@bowline/assembly';
import { unreachable } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { createPaint } from './create-paint.ts';
import { toColumns } from './to-columns.ts';
import { toPlainPath } from './to-plain-path.ts';

/** What was asked for, and what was found. */
export interface ShownContext {
  readonly asked: WonderedSession;
  readonly found: ContextInspection;
  readonly home: string;
}

/** The whole of `bowline context` as a person reads it. */
export function describeContext(shown: ShownContext, env: CommandEnv): string {
  const { asked, found, home } = shown;
  const paint = createPaint(env);
  const plain = (path: string): string => toPlainPath(path, home);
  const trust = found.trust.isTrusted ? '' : ', which is not trusted,';
  const lines = [
    `A session in ${plain(asked.workspace)}${trust} begins with this, for ${plain(asked.model)} in mode ${asked.mode}:`,
    '',
    ...toColumns(alignNumbers(rowsOf(shown))).map((line) => (/^\S/.test(line) ? paint('bold', line) : line)),
    ...found.notes.flatMap((note, n) => [...(n === 0 ? [''] : []), paint('yellow', plain(note))]),
  ];
  return `${lines.join('\n')}\n`;
}

/** A path as it is known here: from the workspace on, else as people write it. */
export function toShownPath(path: string, { asked, home }: Pick<ShownContext, 'asked' | 'home'>): string {
  const way = relative(asked.workspace, path);
  return toPlainPath(way.startsWith(`..${sep}`) ? path : way, home);
}

type Row = readonly [name: string, characters: string, tokens: string, note: string];

function rowsOf(shown: ShownContext): readonly Row[] {
  const { instruction, parts, tools, total, window } = shown.found;
  return [
    ['', 'characters', 'tokens', ''],
    toRow('Instruction', instruction, ''),
    ...parts.flatMap((part) => [
      toRow(`  ${part.name}`, part, part.why),
      ...(part.name === 'memory' ? memoryRows(shown) : []),
    ]),
    toRow('Tools', sum(tools), 'what it can do'),
    ...tools.map((tool) => toRow(`  ${tool.name}`, tool, '')),
    toRow('Total', total, `${share(total.tokens / window)} of the ${count(window)} that the model takes at once`),
  ];
}

function memoryRows(shown: ShownContext): readonly Row[] {
  return shown.found.memory.map((file) => {
    const imports = file.imports.map((path) => toShownPath(path, shown));
    const note = `${describeSource(file.source)}${imports.length === 0 ? '' : `, with ${imports.join(', ')}`}`;
    return toRow(`    ${toShownPath(file.path, shown)}`, file, note);
  });
}

function describeSource(source: ContextInspection['memory'][number]['source']): string {
  switch (source) {
    case 'global':
      return 'yours, for every project';
    case 'project':
      return 'of this project';
    case 'folder':
      return 'of a folder in it';
    default:
      return unreachable(source);
  }
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
  return part < 0.001 ? 'less than 0.1%' : `${(part * 100).toFixed(1)}%`;
}
