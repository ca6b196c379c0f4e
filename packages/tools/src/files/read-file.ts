import * as z from 'zod';
import { defineTool, fail, succeed, type Tool, type ToolOutcome } from '../define-tool.ts';
import type { FileInfo } from '../tool-host.ts';
import { answerFileErrors } from './answer-file-errors.ts';
import { decodeText } from './decode-text.ts';
import { isMediaName, MAX_MEDIA_BYTES, mediaTypeOf, toMediaParts } from './media.ts';
import { resolvePath, toShown } from './resolve-path.ts';

const MAX_LINES = 2000;
const MAX_LINE_LENGTH = 2000;
const MAX_TEXT_BYTES = 50_000_000;

const input = z.object({
  file_path: z.string().min(1).describe('The file to read, absolute or relative to the workspace.'),
  start_line: z.int().min(1).optional().describe('The first line to read; lines count from 1.'),
  end_line: z.int().min(1).optional().describe('The last line to read, included.'),
});

/** Reads a text file or a part of it; images and PDF are shown to the model as they are. */
export const readFile: Tool = defineTool({
  name: 'read_file',
  description:
    `Reads a file: text as it is, images and PDF as media. At most ${MAX_LINES} lines at once; the answer says how to read on. ` +
    'Of a large file read the part you need with start_line and end_line; find it with grep_search.',
  effect: 'read',
  input,
  display: ({ file_path }) => ({ type: 'text', text: `Read ${file_path}` }),
  run: answerFileErrors(async (args: z.infer<typeof input>, { host }) => {
    const resolved = await resolvePath(host, args.file_path);
    if (!resolved.ok) return resolved.outcome;
    const { path } = resolved;
    const limit = isMediaName(path) ? MAX_MEDIA_BYTES : MAX_TEXT_BYTES;
    const refusal = refuse(args.file_path, await host.files.info(path), limit);
    if (refusal !== undefined) return refusal;
    const bytes = await host.files.read(path);
    if (bytes === undefined) return fail('file_not_found', `${args.file_path} does not exist.`);
    host.seen?.note(path, bytes);
    const mimeType = isMediaName(path) ? mediaTypeOf(bytes) : undefined;
    if (mimeType !== undefined) return { ok: true, content: toMediaParts(toShown(host, path), mimeType, bytes) };
    const decoded = decodeText(bytes);
    if (decoded === undefined) return fail('binary_file', `${args.file_path} is a binary file and is not shown.`);
    return decoded.text === '' ? succeed('The file is empty.') : toLines(decoded.text, args);
  }),
});

/** Why a file is not read, in words that the model can act on. */
function refuse(name: string, info: FileInfo | undefined, limit: number): ToolOutcome | undefined {
  if (info === undefined) return fail('file_not_found', `${name} does not exist.`);
  if (info.kind === 'folder') return fail('not_a_file', `${name} is a folder: use list_directory.`);
  if (info.kind === 'other') return fail('not_a_file', `${name} is not a regular file.`);
  return info.size > limit
    ? fail('file_too_large', `${name} has ${info.size} bytes, more than ${limit}. Use grep_search.`)
    : undefined;
}

function toLines(text: string, { start_line = 1, end_line }: z.infer<typeof input>): ToolOutcome {
  const lines = text.split('\n');
  const isEnded = lines.at(-1) === '';
  if (isEnded) lines.pop();
  const count = lines.length;
  if (start_line > count) return fail('line_out_of_range', `The file has only ${count} lines.`);
  const last = Math.min(count, end_line ?? count, start_line + MAX_LINES - 1);
  if (last < start_line) return fail('line_out_of_range', `end_line ${last} is before start_line ${start_line}.`);
  const wanted = lines.slice(start_line - 1, last);
  const notes: string[] = [];
  if (wanted.length < count) notes.push(`Lines ${start_line} to ${last} of ${count}.`);
  if (last < count) notes.push(`Read on with start_line ${last + 1}.`);
  if (wanted.some(isLong)) notes.push(`Long lines are cut after ${MAX_LINE_LENGTH} characters.`);
  const body = wanted.map(cutLine).join('\n');
  const end = isEnded || last < count || notes.length > 0 ? '\n' : '';
  return succeed(body + end + toNote(notes), { data: { lines: count } });
}

function toNote(notes: readonly string[]): string {
  return notes.length === 0 ? '' : `[${notes.join(' ')}]`;
}

const isLong = (line: string): boolean => line.length > MAX_LINE_LENGTH;

function cutLine(line: string): string {
  if (!isLong(line)) return line;
  return `${line.slice(0, MAX_LINE_LENGTH)} [${line.length - MAX_LINE_LENGTH} more characters]`;
}
