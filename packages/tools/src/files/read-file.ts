import * as z from 'zod';
import { defineTool, fail, succeed, type Tool, type ToolOutcome } from '../define-tool.ts';
import type { FileInfo } from '@bowline/workspace';
import { answerFileErrors } from './answer-file-errors.ts';
import { decodeText } from '@bowline/workspace';
import { isMediaName, MAX_MEDIA_BYTES, mediaTypeOf, toMediaParts } from './media.ts';
import { failMissing, resolvePath, toShown } from './resolve-path.ts';

const MAX_LINES = 2000;
const MAX_LINE_LENGTH = 2000;
const MAX_TEXT_BYTES = 50_000_000;

const input = z.object({
  file_path: z.string().min(1).describe('File to read, absolute or relative to the workspace root.'),
  start_line: z.int().min(1).optional().describe('First line to read, starting at 1. Defaults to 1.'),
  end_line: z.int().min(1).optional().describe('Last line to read, inclusive. Defaults to the last line of the file.'),
});

/** Reads a text file or part of it. Images and PDF files go to the model as media. */
export const readFile: Tool = defineTool({
  name: 'read_file',
  description:
    `Reads a text file, an image or a PDF. Returns at most ${MAX_LINES} lines per call and says how to read the rest. ` +
    'In a large file, find the part you need with grep_search and read it with start_line and end_line.',
  effect: 'read',
  input,
  display: ({ file_path }) => ({ type: 'text', text: `Read ${file_path}` }),
  run: answerFileErrors(async (args: z.infer<typeof input>, { workspace }) => {
    const resolved = await resolvePath(workspace, args.file_path);
    if (!resolved.ok) return resolved.outcome;
    const { path } = resolved;
    const limit = isMediaName(path) ? MAX_MEDIA_BYTES : MAX_TEXT_BYTES;
    const info = await workspace.files.info(path);
    if (info === undefined) return await failMissing(workspace, args.file_path);
    const refusal = refuse(args.file_path, info, limit);
    if (refusal !== undefined) return refusal;
    const bytes = await workspace.files.read(path);
    if (bytes === undefined) return await failMissing(workspace, args.file_path);
    workspace.seen?.note(path, bytes);
    const mimeType = isMediaName(path) ? mediaTypeOf(bytes) : undefined;
    if (mimeType !== undefined) return { ok: true, content: toMediaParts(toShown(workspace, path), mimeType, bytes) };
    const decoded = decodeText(bytes);
    if (decoded === undefined) return fail('binary_file', `${args.file_path} is a binary file and cannot be shown.`);
    return decoded.text === '' ? succeed('The file is empty.') : toLines(decoded.text, args);
  }),
});

/** Why a file cannot be read, with a next step for the model. */
function refuse(name: string, info: FileInfo, limit: number): ToolOutcome | undefined {
  if (info.kind === 'folder') return fail('not_a_file', `${name} is a directory. Use list_directory.`);
  if (info.kind === 'other') return fail('not_a_file', `${name} is not a regular file.`);
  return info.size > limit
    ? fail('file_too_large', `${name} has ${info.size} bytes; the limit is ${limit}. Use grep_search.`)
    : undefined;
}

function toLines(text: string, { start_line = 1, end_line }: z.infer<typeof input>): ToolOutcome {
  const lines = text.split('\n');
  const isEnded = lines.at(-1) === '';
  if (isEnded) lines.pop();
  const count = lines.length;
  if (start_line > count) return fail('line_out_of_range', `The file has only ${countLines(count)}.`);
  const last = Math.min(count, end_line ?? count, start_line + MAX_LINES - 1);
  if (last < start_line) return fail('line_out_of_range', `end_line ${last} is before start_line ${start_line}.`);
  const wanted = lines.slice(start_line - 1, last);
  const notes: string[] = [];
  if (wanted.length < count) notes.push(`Lines ${start_line} to ${last} of ${count}.`);
  if (last < count) notes.push(`Continue with start_line ${last + 1}.`);
  if (wanted.some(isLong)) notes.push(`Long lines are cut after ${MAX_LINE_LENGTH} characters.`);
  const body = wanted.map(cutLine).join('\n');
  const end = isEnded || last < count || notes.length > 0 ? '\n' : '';
  return succeed(body + end + toNote(notes), { data: { lines: count } });
}

const countLines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

function toNote(notes: readonly string[]): string {
  return notes.length === 0 ? '' : `[${notes.join(' ')}]`;
}

const isLong = (line: string): boolean => line.length > MAX_LINE_LENGTH;

function cutLine(line: string): string {
  if (!isLong(line)) return line;
  return `${line.slice(0, MAX_LINE_LENGTH)} [${line.length - MAX_LINE_LENGTH} more characters]`;
}
