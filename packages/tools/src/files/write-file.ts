import * as z from 'zod';
import { defineTool, fail, succeed, type Tool } from '../define-tool.ts';
import { answerFileErrors } from './answer-file-errors.ts';
import { decodeText, encodeText, type DecodedText } from './decode-text.ts';
import { resolvePath, toAbsolute, toShown } from './resolve-path.ts';
import { toDiff } from './to-diff.ts';

const input = z.object({
  file_path: z.string().min(1).describe('The file to write, absolute or relative to the workspace.'),
  content: z.string().describe('All that is to be in the file.'),
});

/** Writes a whole file; who reads it meanwhile sees the old one or the new one. */
export const writeFile: Tool = defineTool({
  name: 'write_file',
  description:
    'Writes a whole file, with its folders when they are not there; what was in it is replaced. To change a part of a ' +
    'file use replace.',
  effect: 'write',
  input,
  display: ({ file_path, content }) => toDiff(file_path, '', content),
  preview: async ({ file_path, content }, host) => {
    const resolved = await resolvePath(host, file_path);
    const bytes = resolved.ok ? await host.files.read(resolved.path) : undefined;
    const { before, after } = toContent(bytes, content);
    return toDiff(file_path, before, after);
  },
  writes: ({ file_path }, host) => [toAbsolute(host, file_path)],
  run: answerFileErrors(async ({ file_path, content }: z.infer<typeof input>, { host, signal }) => {
    const resolved = await resolvePath(host, file_path);
    if (!resolved.ok) return resolved.outcome;
    const { path } = resolved;
    const info = await host.files.info(path);
    if (info !== undefined && info.kind !== 'file') return fail('not_a_file', `${file_path} is not a file.`);
    const bytes = await host.files.read(path);
    const seen = bytes === undefined ? undefined : host.seen?.compare(path, bytes);
    if (seen === 'changed') return fail('file_changed', explainChanged(file_path));
    if (signal.aborted) return fail('aborted', `${file_path} was not written.`);
    const { before, after, data } = toContent(bytes, content);
    await host.files.write(path, data);
    host.seen?.note(path, data);
    const shown = toShown(host, path);
    const done = `${bytes === undefined ? 'Created' : 'Replaced'} ${shown} (${countLines(after)}).`;
    const unread =
      seen === 'unseen' ? ` It had not been read here; what was in it (${countLines(before)}) is gone.` : '';
    return succeed(done + unread, { display: toDiff(shown, before, after) });
  }),
});

interface Content {
  /** Empty when there was nothing, or no text. */
  readonly before: string;
  readonly after: string;
  readonly data: Uint8Array;
}

function toContent(bytes: Uint8Array | undefined, content: string): Content {
  const before = bytes === undefined ? undefined : decodeText(bytes);
  const after = withNewlinesOf(before, content);
  return { before: before?.text ?? '', after, data: encodeText(after, before?.encoding === 'utf-8' && before.hasMark) };
}

/** A file whose lines end in CRLF keeps that, unless the new content says otherwise. */
function withNewlinesOf(before: DecodedText | undefined, content: string): string {
  const isWindows = before !== undefined && /\r\n/.test(before.text) && !/(?<!\r)\n/.test(before.text);
  return isWindows && !content.includes('\r\n') ? content.replaceAll('\n', '\r\n') : content;
}

function explainChanged(name: string): string {
  return `${name} has changed since it was last read here, and was not written: what was changed would be lost. Read it again first.`;
}

function countLines(text: string): string {
  return `${text.split('\n').length - (text.endsWith('\n') ? 1 : 0)} lines`;
}
