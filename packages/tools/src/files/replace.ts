import * as z from 'zod';
import { defineTool, fail, succeed, type Tool, type ToolOutcome } from '../define-tool.ts';
import type { ToolHost } from '../tool-host.ts';
import { answerFileErrors } from './answer-file-errors.ts';
import { decodeText, encodeText } from './decode-text.ts';
import { nearestLines } from './nearest-lines.ts';
import { resolvePath, toAbsolute, toShown } from './resolve-path.ts';
import { toDiff } from './to-diff.ts';

const input = z.object({
  file_path: z.string().min(1).describe('The file to change, absolute or relative to the workspace.'),
  instruction: z.string().describe('What this change is for, in a sentence.'),
  old_string: z
    .string()
    .describe('The text to replace, exactly as it is in the file, with enough lines around it to be the only match.'),
  new_string: z.string().describe('The text to put in its place.'),
  allow_multiple: z.boolean().optional().describe('Replace every match, instead of exactly one.'),
});
type Input = z.infer<typeof input>;

/** Replaces a text in a file by another, when it is sure which one is meant. */
export const replace: Tool = defineTool({
  name: 'replace',
  description:
    'Replaces old_string by new_string in a file. old_string must be exactly what is there, spaces and all (read the file ' +
    'first), and must match once unless allow_multiple is true. An empty old_string makes a new file.',
  effect: 'write',
  input,
  display: ({ file_path, old_string, new_string }) => toDiff(file_path, old_string, new_string),
  writes: ({ file_path }, host) => [toAbsolute(host, file_path)],
  run: answerFileErrors(async (args: Input, { host, signal }) => {
    const resolved = await resolvePath(host, args.file_path);
    if (!resolved.ok) return resolved.outcome;
    const { path } = resolved;
    const info = await host.files.info(path);
    if (info !== undefined && info.kind !== 'file') return fail('not_a_file', `${args.file_path} is not a file.`);
    const bytes = await host.files.read(path);
    const edit = bytes === undefined ? createText(args) : changeText(bytes, args);
    if (!edit.ok) return edit.outcome;
    if (signal.aborted) return fail('aborted', `${args.file_path} was not changed.`);
    await host.files.write(path, encodeText(edit.after, edit.hasMark));
    return toOutcome(host, path, edit);
  }),
});

interface Edited {
  readonly before: string;
  readonly after: string;
  readonly hasMark: boolean;
  /** None when the file was made. */
  readonly count: number;
}
type Edit = ({ readonly ok: true } & Edited) | { readonly ok: false; readonly outcome: ToolOutcome };

function refuse(errorType: string, text: string): Edit {
  return { ok: false, outcome: fail(errorType, text) };
}

function createText({ file_path, old_string, new_string }: Input): Edit {
  if (old_string === '') return { ok: true, before: '', after: new_string, hasMark: false, count: 0 };
  return refuse('file_not_found', `${file_path} does not exist. To make it, leave old_string empty.`);
}

function changeText(bytes: Uint8Array, args: Input): Edit {
  const decoded = decodeText(bytes);
  if (decoded === undefined) return refuse('binary_file', `${args.file_path} is a binary file.`);
  if (decoded.encoding !== 'utf-8') return refuse('unsupported_encoding', `${args.file_path} is not UTF-8.`);
  const { text: before, hasMark } = decoded;
  if (args.old_string === '') {
    if (before === '') return { ok: true, before, after: args.new_string, hasMark, count: 0 };
    return refuse('file_exists', `${args.file_path} is there and not empty: say in old_string what to replace.`);
  }
  const { from, to } = withNewlinesOf(before, args);
  if (from === to) return refuse('no_change', 'old_string and new_string are the same.');
  const parts = before.split(from);
  const count = parts.length - 1;
  if (count === 0) return refuse('no_match', explainMiss(before, args));
  if (count > 1 && args.allow_multiple !== true) return refuse('multiple_matches', explainMany(parts, args));
  return { ok: true, before, after: parts.join(to), hasMark, count };
}

/** The model writes LF: in a file with CRLF that means CRLF, and of a file with both no other line is touched. */
function withNewlinesOf(
  text: string,
  { old_string, new_string }: Input,
): { readonly from: string; readonly to: string } {
  const toWindows = (part: string): string => part.replaceAll(/(?<!\r)\n/g, '\r\n');
  const isAllWindows = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  if (isAllWindows || (!text.includes(old_string) && text.includes(toWindows(old_string)))) {
    return { from: toWindows(old_string), to: toWindows(new_string) };
  }
  return { from: old_string, to: new_string };
}

function explainMiss(text: string, { file_path, old_string }: Input): string {
  const nearest = nearestLines(text, old_string);
  const missed = `old_string is not in ${file_path}: 0 matches.`;
  if (nearest === undefined) return `${missed} Nothing in it is alike: read the file again.`;
  return `${missed} The nearest lines are (numbers are not part of them):\n${nearest}`;
}

function explainMany(parts: readonly string[], { file_path, old_string }: Input): string {
  const inside = old_string.split('\n').length - 1;
  let line = 1;
  const lines = parts.slice(0, -1).map((part, at) => {
    line += part.split('\n').length - 1 + (at === 0 ? 0 : inside);
    return line;
  });
  const where = `${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ', …' : ''}`;
  return (
    `old_string is in ${file_path} ${lines.length} times, at lines ${where}. ` +
    'Add lines around the one that is meant, or set allow_multiple.'
  );
}

function toOutcome(host: ToolHost, path: string, { before, after, count }: Edited): ToolOutcome {
  const shown = toShown(host, path);
  const text =
    count === 0 ? `Created ${shown}.` : `Replaced ${count === 1 ? '1 match' : `${count} matches`} in ${shown}.`;
  return succeed(text, { display: toDiff(shown, before, after), data: { replacements: count } });
}
