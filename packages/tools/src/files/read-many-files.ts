import { toText, type ContentPart } from '@bowline/protocol';
import { globToRegExp } from '@bowline/workspace';
import { isAbsolute, relative } from 'node:path';
import * as z from 'zod';
import { defineTool, fail, type Tool, type ToolOutcome, type ToolScope } from '../define-tool.ts';
import type { Workspace } from '@bowline/workspace';
import { answerFileErrors } from './answer-file-errors.ts';
import { decodeText } from '@bowline/workspace';
import { isMediaName, MAX_MEDIA_BYTES, mediaTypeOf, toMediaParts } from './media.ts';
import { resolvePath, toShown } from './resolve-path.ts';

const MAX_FILES = 100;
const MAX_FILE_TEXT = 50_000;
const MAX_TEXT = 200_000;
const MAX_FILE_BYTES = 5_000_000;

/** Generated files and dependencies. */
const DEFAULT_EXCLUDES =
  '**/node_modules/** **/dist/** **/build/** **/coverage/** **/__pycache__/** **/.vscode/** **/.idea/** **/.DS_Store ' +
  '**/*.min.js **/*.min.css **/*.map **/*.pyc **/*.lock **/package-lock.json';

const input = z.object({
  include: z
    .array(z.string().min(1))
    .min(1)
    .describe(
      "Paths or glob patterns of the files to read, for example 'README.md' or 'src/**/*.ts'. A directory stands for all files in it.",
    ),
  exclude: z.array(z.string()).optional().describe('Glob patterns of files to leave out.'),
  recursive: z.boolean().optional().describe('Read directories recursively. Defaults to true.'),
  useDefaultExcludes: z
    .boolean()
    .optional()
    .describe('Skip generated files and dependencies such as dist and node_modules. Defaults to true.'),
});
type Input = z.infer<typeof input>;

/** Reads several files at once. Images and PDF files are included only if they are named. */
export const readManyFiles: Tool = defineTool({
  name: 'read_many_files',
  description:
    'Reads several files at once, by path or glob pattern. For a single file or part of one, use read_file. To find the ' +
    'relevant files first, use grep_search or glob. Skips binary files and files listed in ignore files.',
  effect: 'read',
  input,
  display: ({ include }) => ({ type: 'text', text: `Read ${include.join(' ')}` }),
  run: answerFileErrors(async (args: Input, scope) => {
    const chosen = await choosePaths(args, scope);
    if (scope.signal.aborted) return fail('aborted', 'The read was stopped.');
    if (chosen.paths.length === 0) {
      const words = [`No file matches ${args.include.join(' ')}.`, ...chosen.notes];
      return fail('file_not_found', words.join('\n'));
    }
    return await readAll(scope.workspace, chosen);
  }),
});

interface Chosen {
  readonly paths: readonly string[];
  /** The paths that the call names explicitly. */
  readonly named: ReadonlySet<string>;
  readonly notes: readonly string[];
}

async function choosePaths(args: Input, scope: ToolScope): Promise<Chosen> {
  const { workspace } = scope;
  const named = new Set<string>();
  const found = new Set<string>();
  const notes: string[] = [];
  for (const include of args.include) {
    const resolved = await resolvePath(workspace, include);
    const info = resolved.ok ? await workspace.files.info(resolved.path) : undefined;
    if (!resolved.ok) notes.push(toText(resolved.outcome.content));
    else if (info?.kind === 'file') named.add(resolved.path);
    else {
      const isFolder = info?.kind === 'folder';
      const folder = isFolder ? resolved.path : workspace.root;
      const pattern = isFolder ? (args.recursive === false ? '*' : '**') : toPattern(workspace, include);
      const query = { folder, pattern, caseSensitive: false, respectIgnore: true, signal: scope.signal };
      for (const path of await workspace.search.files(query)) found.add(path);
    }
  }
  const isExcluded = toExcluded(workspace, args);
  const others = [...found].filter((path) => !named.has(path) && !isExcluded(path)).sort();
  return { paths: [...named, ...others], named, notes };
}

function toPattern(workspace: Workspace, include: string): string {
  return isAbsolute(include) ? relative(workspace.root, include) : include.replace(/^\.\//, '');
}

function toExcluded(workspace: Workspace, { exclude = [], useDefaultExcludes }: Input): (path: string) => boolean {
  const globs = [...exclude, ...(useDefaultExcludes === false ? [] : DEFAULT_EXCLUDES.split(' '))].map((glob) =>
    globToRegExp(glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`, { caseSensitive: false, braces: true }),
  );
  return (path) => globs.some((glob) => glob.test(relative(workspace.root, path)));
}

async function readAll(workspace: Workspace, { paths, named, notes: before }: Chosen): Promise<ToolOutcome> {
  const content: ContentPart[] = [];
  const notes = [...before];
  const skipped: string[] = [];
  let left = MAX_TEXT;
  let count = 0;
  for (const path of paths.slice(0, MAX_FILES)) {
    const name = toShown(workspace, path);
    const isNamed = named.has(path);
    const read = await readOne(workspace, path, isNamed);
    if (read.kind === 'skipped') skipped.push(`${name} (${read.why})`);
    else if (read.kind === 'media') content.push(...toMediaParts(name, read.mimeType, read.bytes));
    else if (left <= 0) skipped.push(`${name} (no room)`);
    else {
      const text = read.text.slice(0, Math.min(left, MAX_FILE_TEXT));
      const cut = text.length < read.text.length ? '\n[Cut here. Read the rest with read_file.]' : '';
      content.push({ type: 'text', text: `--- ${name} ---\n${text}${cut}\n` });
      left -= text.length;
    }
    if (read.kind !== 'skipped') count += 1;
  }
  if (paths.length > MAX_FILES) notes.push(`${paths.length - MAX_FILES} more files match. Use narrower patterns.`);
  if (skipped.length > 0) notes.push(`Not read: ${skipped.join(', ')}.`);
  if (count === 0) return fail('nothing_read', notes.join('\n'));
  if (notes.length > 0) content.push({ type: 'text', text: `[${notes.join(' ')}]` });
  return { ok: true, content, data: { files: count } };
}

type ReadOne =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'media'; readonly mimeType: string; readonly bytes: Uint8Array }
  | { readonly kind: 'skipped'; readonly why: string };

async function readOne(workspace: Workspace, path: string, isNamed: boolean): Promise<ReadOne> {
  const isMedia = isMediaName(path);
  if (!isNamed && workspace.isProtected?.(path) === true) return skip('it may hold keys');
  if (!isNamed && isMedia) return skip('name it to read it');
  const info = await workspace.files.info(path);
  if (info === undefined) return skip('gone');
  if (info.size > (isMedia ? MAX_MEDIA_BYTES : MAX_FILE_BYTES)) return skip('too large');
  return toRead((await workspace.files.read(path)) ?? new Uint8Array(), isMedia);
}

function toRead(bytes: Uint8Array, isMedia: boolean): ReadOne {
  const mimeType = isMedia ? mediaTypeOf(bytes) : undefined;
  if (mimeType !== undefined) return { kind: 'media', mimeType, bytes };
  const decoded = decodeText(bytes);
  return decoded === undefined ? skip('binary') : { kind: 'text', text: decoded.text };
}

function skip(why: string): ReadOne {
  return { kind: 'skipped', why };
}
