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
    const before = bytes === undefined ? undefined : decodeText(bytes);
    return toDiff(file_path, before?.text ?? '', withNewlinesOf(before, content));
  },
  writes: ({ file_path }, host) => [toAbsolute(host, file_path)],
  run: answerFileErrors(async (args: z.infer<typeof input>, { host, signal }) => {
    const resolved = await resolvePath(host, args.file_path);
    if (!resolved.ok) return resolved.outcome;
    const { path } = resolved;
    const info = await host.files.info(path);
    if (info !== undefined && info.kind !== 'file') return fail('not_a_file', `${args.file_path} is not a file.`);
    const bytes = await host.files.read(path);
    const before = bytes === undefined ? undefined : decodeText(bytes);
    const after = withNewlinesOf(before, args.content);
    if (signal.aborted) return fail('aborted', `${args.file_path} was not written.`);
    await host.files.write(path, encodeText(after, before?.encoding === 'utf-8' && before.hasMark));
    const verb = bytes === undefined ? 'Created' : 'Replaced';
    const lines = after.split('\n').length - (after.endsWith('\n') ? 1 : 0);
    return succeed(`${verb} ${toShown(host, path)} (${lines} lines).`, {
      display: toDiff(toShown(host, path), before?.text ?? '', after),
    });
  }),
});

/** A file whose lines end in CRLF keeps that, unless the new content says otherwise. */
function withNewlinesOf(before: DecodedText | undefined, content: string): string {
  const isWindows = before !== undefined && /\r\n/.test(before.text) && !/(?<!\r)\n/.test(before.text);
  return isWindows && !content.includes('\r\n') ? content.replaceAll('\n', '\r\n') : content;
}
