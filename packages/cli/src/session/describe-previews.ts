import { replaceControls, type FilePreview, type FilesPreview, type FileState } from '@bowline/protocol';
import { toColumns } from '../print/to-columns.ts';
import type { Paint } from '../print/create-paint.ts';
import { fileTexts } from '../texts/restore-texts.ts';

/** How to print. Control characters in a diff are replaced only for a terminal, so that a piped diff can be applied. */
export interface PrintStyle {
  readonly paint: Paint;
  readonly isTerminal: boolean;
}

/** What restoring files would do: a line for each path, what stays, and the diffs. */
export function describePreview({ files, commands }: FilesPreview, style: PrintStyle): string {
  const { paint } = style;
  const rows = files.map((file) => [
    paint(colorOf(file), fileTexts.actions[file.action]),
    toShown(file.path),
    noteOf(file),
  ]);
  const kept = commands.length === 0 ? [] : [fileTexts.notUndone(commands.map(toShown))];
  const lines = files.length === 0 ? [fileTexts.nothing] : toColumns(rows);
  return [...lines, ...kept, describeDiffs(files, style).trimEnd()].filter((text) => text !== '').join('\n');
}

/** The changes as unified diffs. Contents that are no text are named with their size. */
export function describeDiffs(files: readonly FilePreview[], style: PrintStyle): string {
  return files.map((file) => describeDiff(file, style)).join('');
}

/** The paths that are left alone, each with the reason and what can be done about it. */
export function describeKept(files: readonly FilePreview[]): readonly string[] {
  return files.filter(isKept).map((file) => `${fileTexts.actions[file.action]} ${toShown(file.path)}: ${noteOf(file)}`);
}

/** Whether a path is left alone. */
export function isKept({ action }: FilePreview): boolean {
  return action === 'conflict' || action === 'gone';
}

/** Why a path is left alone; otherwise how much it changes. */
export function noteOf(file: FilePreview): string {
  const { reason, added, removed, action } = file;
  if (reason !== undefined) return fileTexts.reasons[reason](toShown(file.path));
  const counts = added === undefined || removed === undefined ? sizesOf(file) : `+${added} -${removed}`;
  return action === 'merge' ? `${counts}  ${fileTexts.merged}` : counts;
}

function describeDiff(file: FilePreview, style: PrintStyle): string {
  const { path, before, after, diff, omitted, action } = file;
  const { paint } = style;
  if (action === 'gone' || (action === 'conflict' && diff === undefined)) return '';
  const shown = toShown(path);
  if (diff === undefined) return `${paint('bold', fileTexts.noDiff(shown, sizesOf(file)))}\n`;
  const title = action === 'conflict' ? `${paint('yellow', fileTexts.overwriting(shown))}\n` : '';
  const from = before === null ? '/dev/null' : `a/${shown}`;
  const to = after === null ? '/dev/null' : `b/${shown}`;
  const lines = diff.split('\n').slice(0, -1);
  const rest = omitted === undefined ? [] : [paint('dim', fileTexts.omitted(omitted))];
  const head = [paint('bold', `--- ${from}`), paint('bold', `+++ ${to}`)];
  return `${title}${[...head, ...lines.map((line) => toLine(line, style)), ...rest].join('\n')}\n`;
}

const lineColors = { '+': 'green', '-': 'red', '@': 'dim' } as const;

function toLine(line: string, { paint, isTerminal }: PrintStyle): string {
  const [sign = ' '] = line;
  const text = isTerminal ? showControls(line) : line;
  return sign === '+' || sign === '-' || sign === '@' ? paint(lineColors[sign], text) : text;
}

function showControls(text: string): string {
  return replaceControls(text, (character) => (character === '\t' ? character : '�'));
}

function toShown(text: string): string {
  return showControls(text).replaceAll('\t', ' ');
}

function sizesOf({ before, after }: FilePreview): string {
  return fileTexts.sizes(sizeOf(before), sizeOf(after));
}

function sizeOf(state: FileState | null | undefined): string {
  if (state === null || state === undefined) return fileTexts.none;
  if (state.kind === 'file') return fileTexts.bytes(state.size);
  return state.kind === 'link' ? fileTexts.link(toShown(state.target)) : fileTexts.folder;
}

function colorOf({ action }: FilePreview): 'green' | 'red' | 'yellow' | 'dim' {
  if (action === 'create') return 'green';
  if (action === 'delete') return 'red';
  return action === 'change' || action === 'merge' ? 'dim' : 'yellow';
}
