import * as z from 'zod';
import { defineTool, fail, succeed, type Tool } from '../define-tool.ts';
import { answerFileErrors } from './answer-file-errors.ts';
import { decodeText, encodeText, type DecodedText } from '@bowline/workspace';
import { resolveWritten, toAbsolute, toShown } from './resolve-path.ts';
import { toDiff } from './to-diff.ts';

const input = z.object({
  file_path: z.string().min(1).describe('File to write, absolute or relative to the workspace root.'),
  content: z.string().describe('Complete content of the file, without placeholders for omitted parts.'),
});

/** Writes a whole file atomically. */
export const writeFile: Tool = defineTool({
  name: 'write_file',
  description:
    'Creates or overwrites a file with the given content, and creates missing parent directories. To change part of an ' +
    'existing file, use replace.',
  effect: 'write',
  input,
  display: ({ file_path, content }) => toDiff(file_path, '', content),
  preview: async ({ file_path, content }, workspace) => {
    const resolved = await resolveWritten(workspace, file_path);
    const bytes = resolved.ok ? await workspace.files.read(resolved.path) : undefined;
    const { before, after } = toContent(bytes, content);
    return toDiff(file_path, before, after);
  },
  writes: ({ file_path }, workspace) => [toAbsolute(workspace, file_path)],
  runsAside: () => true,
  run: answerFileErrors(async ({ file_path, content }: z.infer<typeof input>, { workspace, signal }) => {
    const resolved = await resolveWritten(workspace, file_path);
    if (!resolved.ok) return resolved.outcome;
    const { path } = resolved;
    const info = await workspace.files.info(path);
    if (info !== undefined && info.kind !== 'file') return fail('not_a_file', `${file_path} is not a file.`);
    const bytes = await workspace.files.read(path);
    const seen = bytes === undefined ? undefined : workspace.seen?.compare(path, bytes);
    if (seen === 'changed') return fail('file_changed', explainChanged(file_path));
    if (signal.aborted) return fail('aborted', `${file_path} was not written.`);
    const { before, after, data } = toContent(bytes, content);
    await workspace.files.write(path, data);
    workspace.seen?.note(path, data);
    const shown = toShown(workspace, path);
    const done = `${bytes === undefined ? 'Created' : 'Replaced'} ${shown} (${countLines(after)}).`;
    const unread =
      seen === 'unseen' ? ` You had not read it; its previous content (${countLines(before)}) was overwritten.` : '';
    return succeed(done + unread, { display: toDiff(shown, before, after) });
  }),
});

interface Content {
  /** Empty if there was no file, or not a text file. */
  readonly before: string;
  readonly after: string;
  readonly data: Uint8Array;
}

function toContent(bytes: Uint8Array | undefined, content: string): Content {
  const before = bytes === undefined ? undefined : decodeText(bytes);
  const after = withNewlinesOf(before, content);
  return { before: before?.text ?? '', after, data: encodeText(after, before?.encoding === 'utf-8' && before.hasMark) };
}

/** Keeps CRLF line endings unless the new content has its own. */
function withNewlinesOf(before: DecodedText | undefined, content: string): string {
  const isWindows = before !== undefined && /\r\n/.test(before.text) && !/(?<!\r)\n/.test(before.text);
  return isWindows && !content.includes('\r\n') ? content.replaceAll('\n', '\r\n') : content;
}

function explainChanged(name: string): string {
  return `${name} has changed since you last read it and was not written, because the changes would be lost. Read it again first.`;
}

function countLines(text: string): string {
  const count = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return `${count} ${count === 1 ? 'line' : 'lines'}`;
}
