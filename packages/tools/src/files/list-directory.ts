import { globToRegExp, IGNORE_FILES } from '@bowline/workspace';
import { join } from 'node:path';
import * as z from 'zod';
import { defineTool, succeed, type Tool } from '../define-tool.ts';
import { IgnoreLookup } from '@bowline/workspace';
import type { FileInfo, Workspace } from '@bowline/workspace';
import { answerFileErrors } from './answer-file-errors.ts';
import { ignoreSourceOf } from './ignore-source-of.ts';
import { resolveFolder } from './resolve-path.ts';

const MAX_ENTRIES = 1000;

const input = z.object({
  dir_path: z.string().min(1).describe('Directory to list, absolute or relative to the workspace root.'),
  ignore: z.array(z.string()).optional().describe("Glob patterns of names to leave out, for example ['*.log']."),
  file_filtering_options: z
    .object({
      respect_git_ignore: z.boolean().optional().describe('Skip entries listed in .gitignore. Defaults to true.'),
    })
    .optional(),
});

/** Lists the entries of a directory. */
export const listDirectory: Tool = defineTool({
  name: 'list_directory',
  description:
    'Lists the files and subdirectories directly in a directory, subdirectories first. To find files recursively, use glob.',
  effect: 'read',
  input,
  display: ({ dir_path }) => ({ type: 'text', text: `List ${dir_path}` }),
  run: answerFileErrors(async (args: z.infer<typeof input>, { workspace }) => {
    const resolved = await resolveFolder(workspace, args.dir_path);
    if (!resolved.ok) return resolved.outcome;
    const { shown, hidden } = await filterEntries(workspace, resolved.path, args);
    const infos = await Promise.all(
      shown
        .slice(0, MAX_ENTRIES)
        .map(async (name) => ({ name, info: await workspace.files.info(join(resolved.path, name)) })),
    );
    const folders = infos.filter((entry) => entry.info?.kind === 'folder').map(({ name }) => `[DIR] ${name}`);
    const files = infos.filter((entry) => entry.info?.kind !== 'folder').map(toLine);
    const lines = [...folders.toSorted(), ...files.toSorted()];
    if (shown.length > MAX_ENTRIES) lines.push(`[${shown.length - MAX_ENTRIES} more entries are not listed]`);
    if (hidden > 0) lines.push(`[${hidden} ignored]`);
    return succeed(lines.length === 0 ? `${args.dir_path} is empty.` : lines.join('\n'));
  }),
});

async function filterEntries(
  workspace: Workspace,
  folder: string,
  args: z.infer<typeof input>,
): Promise<{ readonly shown: readonly string[]; readonly hidden: number }> {
  const entries = (await workspace.files.list(folder)) ?? [];
  const globs = (args.ignore ?? []).map((glob) => globToRegExp(glob, { caseSensitive: true, braces: true }));
  const respectsIgnore = args.file_filtering_options?.respect_git_ignore !== false;
  const lookup = new IgnoreLookup(ignoreSourceOf(workspace, respectsIgnore ? IGNORE_FILES : []), folder);
  const hidden = await workspace.hidden?.look(entries.map(({ name }) => join(folder, name)));
  const isLeftOut = (name: string): boolean =>
    globs.some((glob) => glob.test(name)) ||
    (name === '.git' && respectsIgnore) ||
    hidden?.reasonFor(join(folder, name)) !== undefined;
  const shown: string[] = [];
  for (const { name, kind } of entries) {
    if (!isLeftOut(name) && !(await lookup.hides(join(folder, name), kind === 'folder'))) shown.push(name);
  }
  return { shown: shown.toSorted(), hidden: entries.length - shown.length };
}

function toLine({ name, info }: { readonly name: string; readonly info: FileInfo | undefined }): string {
  return info?.kind === 'file' ? `${name} (${info.size} bytes)` : name;
}
