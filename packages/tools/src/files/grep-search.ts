import { dirname, extname, join } from 'node:path';
import * as z from 'zod';
import { defineTool, fail, succeed, type Tool, type ToolOutcome } from '../define-tool.ts';
import { createIncludeFilter } from '@bowline/workspace';
import { parseSearchPattern } from '@bowline/workspace';
import type { SearchMatch, TextFound, Workspace } from '@bowline/workspace';
import { answerFileErrors } from './answer-file-errors.ts';
import { failMissing, resolvePath, toShown } from './resolve-path.ts';

const MAX_TOTAL = 100;
const MAX_LINE_LENGTH = 500;
const MAX_WITHHELD = 10;

const input = z.object({
  pattern: z
    .string()
    .min(1)
    .describe(
      "Regular expression (JavaScript syntax) matched against each line, for example 'function\\s+\\w+'. Literal text if fixed_strings is true.",
    ),
  dir_path: z.string().optional().describe('Directory or file to search. Defaults to the workspace root.'),
  include_pattern: z
    .string()
    .optional()
    .describe("Glob pattern of the files to search, for example '*.ts' or 'src/**/*.{ts,tsx}'. Defaults to all files."),
  exclude_pattern: z.string().optional().describe('Regular expression. Lines that also match it are left out.'),
  names_only: z.boolean().optional().describe('Return only file paths. Defaults to false.'),
  case_sensitive: z.boolean().optional().describe('Match case. Defaults to false.'),
  fixed_strings: z
    .boolean()
    .optional()
    .describe('Treat pattern as literal text, not as a regular expression. Defaults to false.'),
  context: z.int().min(0).max(100).optional().describe('Lines to show before and after each match. Defaults to 0.'),
  after: z.int().min(0).max(100).optional().describe('Lines to show after each match. Defaults to context.'),
  before: z.int().min(0).max(100).optional().describe('Lines to show before each match. Defaults to context.'),
  no_ignore: z.boolean().optional().describe('Also search files listed in .gitignore. Defaults to false.'),
  max_matches_per_file: z.int().min(1).optional().describe('Maximum number of matches per file. Defaults to no limit.'),
  total_max_matches: z
    .int()
    .min(1)
    .max(2000)
    .optional()
    .describe(`Maximum number of matches in total. Defaults to ${MAX_TOTAL}.`),
});
type Input = z.infer<typeof input>;

/** Searches file contents line by line. */
export const grepSearch: Tool = defineTool({
  name: 'grep_search',
  description:
    'Searches file contents for a regular expression and returns paths, line numbers and matching lines. Narrow the search ' +
    'with dir_path and include_pattern. If you need only the paths, set names_only.',
  effect: 'read',
  input,
  display: ({ pattern, dir_path }) => ({ type: 'text', text: `Search for ${pattern} in ${dir_path ?? '.'}` }),
  run: answerFileErrors(async (args: Input, { workspace, signal }) => {
    const place = await resolvePlace(workspace, args);
    if (!place.ok) return place.outcome;
    const search = toSearch(args);
    if (!search.ok) return fail('invalid_pattern', search.text);
    const maxTotal = args.total_max_matches ?? MAX_TOTAL;
    const found = await workspace.search.text({ ...search.query, ...place.query, maxTotal: maxTotal + 1, signal });
    if (signal.aborted) return fail('aborted', 'The search was stopped.');
    if (found.isTooSlow)
      return fail(
        'pattern_too_slow',
        'The search took too long. Use a simpler pattern, or narrow the search with dir_path or include_pattern.',
      );
    return toOutcome(workspace, found, { ...args, total_max_matches: maxTotal });
  }),
});

type TextQuery = Parameters<Workspace['search']['text']>[0];
type Place =
  | {
      readonly ok: true;
      readonly query: Pick<TextQuery, 'folder' | 'only' | 'include' | 'isWithheld' | 'respectIgnore'>;
    }
  | { readonly ok: false; readonly outcome: ToolOutcome };

/** Where to search. */
async function resolvePlace(workspace: Workspace, args: Input): Promise<Place> {
  const resolved = await resolvePath(workspace, args.dir_path ?? '.');
  if (!resolved.ok) return resolved;
  const { path } = resolved;
  const info = await workspace.files.info(path);
  if (info === undefined) return { ok: false, outcome: await failMissing(workspace, args.dir_path ?? '.') };
  if (info.kind === 'file') return { ok: true, query: { folder: dirname(path), only: path, respectIgnore: false } };
  const include = args.include_pattern;
  const isWithheld = toWithheld(workspace, path, include);
  return { ok: true, query: { folder: path, include, isWithheld, respectIgnore: args.no_ignore !== true } };
}

/**
 * Files that may hold keys are withheld, unless the glob targets them: it then matches no ordinary file of their kind.
 */
function toWithheld(workspace: Workspace, folder: string, include: string | undefined): TextQuery['isWithheld'] {
  const { isProtected } = workspace;
  if (isProtected === undefined) return undefined;
  const isIncluded = createIncludeFilter(folder, include);
  return (path) => {
    if (!isProtected(path)) return false;
    const ordinary = ['a.txt', `a${extname(path)}`].map((name) => join(dirname(path), name));
    return ordinary.some((other) => isIncluded(other) && !isProtected(other));
  };
}

type Search =
  | {
      readonly ok: true;
      readonly query: Omit<TextQuery, 'folder' | 'include' | 'respectIgnore' | 'maxTotal' | 'signal'>;
    }
  | { readonly ok: false; readonly text: string };

function toSearch(args: Input): Search {
  const isFixed = args.fixed_strings ?? false;
  const caseSensitive = args.case_sensitive ?? false;
  const parsed = parseSearchPattern({ pattern: args.pattern, isFixed, caseSensitive });
  if (!parsed.ok) return { ok: false, text: `${parsed.text}. To search for literal text, set fixed_strings.` };
  const exclude = args.exclude_pattern;
  if (exclude !== undefined) {
    const excluded = parseSearchPattern({ pattern: exclude, isFixed: false, caseSensitive });
    if (!excluded.ok) return excluded;
  }
  const before = args.before ?? args.context ?? 0;
  const after = args.after ?? args.context ?? 0;
  const maxPerFile = args.max_matches_per_file;
  return { ok: true, query: { pattern: args.pattern, isFixed, caseSensitive, exclude, before, after, maxPerFile } };
}

function toOutcome(
  workspace: Workspace,
  { matches, withheld }: TextFound,
  args: Input & { readonly total_max_matches: number },
): ToolOutcome {
  const max = args.total_max_matches;
  const isHit = ({ isContext }: SearchMatch): boolean => !isContext;
  const hits = matches.filter(isHit);
  const note = toNote(workspace, withheld);
  if (hits.length === 0) return succeed(`No match for ${args.pattern}.${note}`, { data: { matches: 0 } });
  const beyond = hits[max];
  const shown = beyond === undefined ? matches : matches.slice(0, matches.indexOf(beyond));
  const paths = [...new Set(shown.filter(isHit).map(({ path }) => path))];
  const data = { matches: Math.min(max, hits.length), files: paths.length };
  const more =
    (beyond === undefined ? '' : `\n[More than ${max} matches. Narrow the search, or raise total_max_matches.]`) + note;
  if (args.names_only === true)
    return succeed(paths.map((path) => toShown(workspace, path)).join('\n') + more, { data });
  const blocks = paths.map((path) => {
    const lines = shown.filter((match) => match.path === path);
    return [toShown(workspace, path), ...lines.map(toLine)].join('\n');
  });
  return succeed(blocks.join('\n\n') + more, { data });
}

/** A broad search does not show keys. A search that names the file does. */
function toNote(workspace: Workspace, withheld: readonly string[]): string {
  if (withheld.length === 0) return '';
  const names = withheld.slice(0, MAX_WITHHELD).map((path) => toShown(workspace, path));
  const more = withheld.length > MAX_WITHHELD ? ` and ${withheld.length - MAX_WITHHELD} more` : '';
  return `\n[Not shown because they may hold keys: ${names.join(', ')}${more}. To search one of them, set dir_path to its path.]`;
}

function toLine({ line, text, isContext }: SearchMatch): string {
  const shown = text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)} [cut]` : text;
  return `${line}${isContext ? '-' : ':'} ${shown}`;
}
