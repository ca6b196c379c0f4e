import { isAbsolute, relative } from 'node:path';
import * as z from 'zod';
import { defineTool, fail, succeed, type Tool } from '../define-tool.ts';
import { answerFileErrors } from './answer-file-errors.ts';
import { resolveFolder, toShown } from './resolve-path.ts';

const MAX_FILES = 500;

const input = z.object({
  pattern: z.string().min(1).describe("A glob such as '**/*.ts' or 'src/**/test_*.{js,ts}', from dir_path down."),
  dir_path: z.string().optional().describe('The folder to look in; the workspace unless told.'),
  case_sensitive: z.boolean().optional().describe('Whether case counts; false unless told.'),
  respect_git_ignore: z.boolean().optional().describe('Leave out what .gitignore names; true unless told.'),
});

/** Finds files by their names. */
export const glob: Tool = defineTool({
  name: 'glob',
  description:
    "Finds files whose paths match a glob, the newest first. '*.ts' looks in dir_path alone, '**/*.ts' also in the " +
    'folders below it. To find files by what is in them, use grep_search.',
  effect: 'read',
  input,
  display: ({ pattern, dir_path }) => ({ type: 'text', text: `Find ${pattern} in ${dir_path ?? '.'}` }),
  run: answerFileErrors(async (args: z.infer<typeof input>, { host, signal }) => {
    const resolved = await resolveFolder(host, args.dir_path ?? '.');
    if (!resolved.ok) return resolved.outcome;
    const folder = resolved.path;
    const pattern = isAbsolute(args.pattern) ? relative(folder, args.pattern) : args.pattern.replace(/^\.\//, '');
    const respectIgnore = args.respect_git_ignore !== false;
    const caseSensitive = args.case_sensitive ?? false;
    const found = await host.search.files({ folder, pattern, caseSensitive, respectIgnore, signal });
    if (signal.aborted) return fail('aborted', 'The search was stopped.');
    if (found.length === 0) return succeed(`No file matches ${args.pattern}.`, { data: { files: 0 } });
    const lines = found.slice(0, MAX_FILES).map((path) => toShown(host, path));
    if (found.length > MAX_FILES) lines.push(`[${found.length - MAX_FILES} more; use a narrower pattern]`);
    return succeed(lines.join('\n'), { data: { files: found.length } });
  }),
});
