import { isAbsolute, relative } from 'node:path';
import * as z from 'zod';
import { defineTool, fail, succeed, type Tool } from '../define-tool.ts';
import { answerFileErrors } from './answer-file-errors.ts';
import { resolveFolder, toShown } from './resolve-path.ts';

const MAX_FILES = 500;

const input = z.object({
  pattern: z
    .string()
    .min(1)
    .describe("Glob pattern relative to dir_path, for example '**/*.ts' or 'src/**/test_*.{js,ts}'."),
  dir_path: z.string().optional().describe('Directory to search. Defaults to the workspace root.'),
  case_sensitive: z.boolean().optional().describe('Match case. Defaults to false.'),
  respect_git_ignore: z.boolean().optional().describe('Skip files listed in .gitignore. Defaults to true.'),
});

/** Finds files by name. */
export const glob: Tool = defineTool({
  name: 'glob',
  description:
    "Finds files whose path matches a glob pattern, most recently modified first. '*.ts' matches only files directly in dir_path, " +
    "'**/*.ts' also those in subdirectories. To search file contents, use grep_search.",
  effect: 'read',
  input,
  display: ({ pattern, dir_path }) => ({ type: 'text', text: `Find ${pattern} in ${dir_path ?? '.'}` }),
  run: answerFileErrors(async (args: z.infer<typeof input>, { workspace, signal }) => {
    const resolved = await resolveFolder(workspace, args.dir_path ?? '.');
    if (!resolved.ok) return resolved.outcome;
    const folder = resolved.path;
    const pattern = isAbsolute(args.pattern) ? relative(folder, args.pattern) : args.pattern.replace(/^\.\//, '');
    const respectIgnore = args.respect_git_ignore !== false;
    const caseSensitive = args.case_sensitive ?? false;
    const found = await workspace.search.files({ folder, pattern, caseSensitive, respectIgnore, signal });
    if (signal.aborted) return fail('aborted', 'The search was stopped.');
    if (found.length === 0) return succeed(`No file matches ${args.pattern}.`, { data: { files: 0 } });
    const lines = found.slice(0, MAX_FILES).map((path) => toShown(workspace, path));
    if (found.length > MAX_FILES) lines.push(`[${found.length - MAX_FILES} more files match. Use a narrower pattern.]`);
    return succeed(lines.join('\n'), { data: { files: found.length } });
  }),
});
