import { toText, type ContentPart } from '@bowline/protocol';
import { IGNORE_FILES } from '@bowline/workspace';
import { ignoreSourceOf } from '../files/ignore-source-of.ts';
import { listDirectory } from '../files/list-directory.ts';
import { readFile } from '../files/read-file.ts';
import { readManyFiles } from '../files/read-many-files.ts';
import { resolvePath, rootsOf, toAbsolute, toShown } from '../files/resolve-path.ts';
import { fail, type Tool, type ToolOutcome, type ToolScope } from '../define-tool.ts';
import { IgnoreLookup } from '@bowline/workspace';
import type { Workspace } from '@bowline/workspace';
import { findAtPaths } from './find-at-paths.ts';

/** A prompt with its `@` attachments. */
export interface ExpandedPrompt {
  /** The text as typed, then its attachments, if any. */
  readonly content: readonly ContentPart[];
  /** What could not be attached and why, for the user. */
  readonly notes: readonly string[];
}

const MAX_PATHS = 20;
const MAX_TEXT = 400_000;

/**
 * Attaches the files, directories and images that a prompt names with `@`. Words that match no file stay as they are:
 * they may be addresses, decorators or names. Ignored files and files that may hold keys are not attached.
 */
export async function expandPrompt(prompt: string, workspace: Workspace, signal: AbortSignal): Promise<ExpandedPrompt> {
  const content: ContentPart[] = [];
  const notes: string[] = [];
  let left = MAX_TEXT;
  const scope = { workspace, signal, key: '', update: () => undefined };
  for (const path of findAtPaths(prompt).slice(0, MAX_PATHS)) {
    const found = await attach(path, scope);
    if (found === undefined) continue;
    if (!found.ok) {
      notes.push(found.note);
      continue;
    }
    left -= toText(found.content).length;
    if (left < 0) notes.push(`@${path} was not attached: the message would be too long`);
    else content.push({ type: 'text', text: `\n--- ${found.name} ---\n` }, ...found.content);
  }
  const typed: ContentPart = { type: 'text', text: prompt };
  if (content.length === 0) return { content: [typed], notes };
  const opening: ContentPart = {
    type: 'text',
    text: '\n\nFiles that the message refers to with @, with their current content:\n',
  };
  return { content: [typed, opening, ...content], notes };
}

type Attachment =
  | { readonly ok: true; readonly name: string; readonly content: readonly ContentPart[] }
  | { readonly ok: false; readonly note: string };

/** A part of a file, as in `src/parse.ts:10-40`. */
const LINES = /^(?<file>.+):(?<first>[1-9]\d{0,6})(?:-(?<last>[1-9]\d{0,6}))?$/;

interface LineRange {
  readonly start_line: number;
  readonly end_line: number;
}

async function attach(path: string, scope: ToolScope, lines?: LineRange): Promise<Attachment | undefined> {
  const { workspace } = scope;
  const resolved = await resolvePath(workspace, path);
  if (!resolved.ok) return await describeRefusal(path, resolved.outcome, workspace);
  const info = await workspace.files.info(resolved.path);
  if (info === undefined) return await attachOther(path, scope);
  const isFolder = info.kind === 'folder';
  if (workspace.isProtected?.(resolved.path) === true) return refuse(path, 'it may hold keys');
  if (await isHidden(workspace, resolved.path, isFolder)) return refuse(path, 'it is listed in an ignore file');
  const outcome = await (isFolder
    ? run(listDirectory, { dir_path: path }, scope)
    : run(readFile, { file_path: path, ...lines }, scope));
  if (outcome.ok) return { ok: true, name: toShown(workspace, resolved.path), content: outcome.content };
  return refuse(path, toText(outcome.content));
}

/** A path that does not exist may end with a range of lines, or match several files. */
async function attachOther(path: string, scope: ToolScope): Promise<Attachment | undefined> {
  const { file, first, last = first } = LINES.exec(path)?.groups ?? {};
  if (file !== undefined) return await attach(file, scope, { start_line: Number(first), end_line: Number(last) });
  return /[*?]/.test(path) ? await attachAll(path, scope) : missing(path, 'file not found');
}

/** An existing hidden file is reported as hidden. A word that names no file is left alone. */
async function describeRefusal(
  path: string,
  outcome: ToolOutcome,
  workspace: Workspace,
): Promise<Attachment | undefined> {
  if (outcome.ok || outcome.errorType !== 'file_hidden')
    return missing(path, 'it is outside the directories of this session');
  const info = await workspace.files.info(await workspace.files.realPath(toAbsolute(workspace, path)));
  return info === undefined ? missing(path, 'file not found') : refuse(path, toText(outcome.content));
}

async function attachAll(glob: string, scope: ToolScope): Promise<Attachment> {
  const outcome = await run(readManyFiles, { include: [glob] }, scope);
  return outcome.ok ? { ok: true, name: glob, content: outcome.content } : refuse(glob, 'no file matches it');
}

async function run(tool: Tool, args: object, scope: ToolScope): Promise<ToolOutcome> {
  const parsed = tool.parse(args);
  return parsed.ok ? await parsed.call.run(scope) : fail('invalid', parsed.text);
}

async function isHidden(workspace: Workspace, path: string, isFolder: boolean): Promise<boolean> {
  const lookup = new IgnoreLookup(ignoreSourceOf(workspace, IGNORE_FILES));
  return !rootsOf(workspace).includes(path) && (await lookup.hides(path, isFolder));
}

/**
 * Extensions and names of files that prompts refer to. Not every ending counts: `@app.route` is a decorator and
 * `@example.com` a host.
 */
const FILE_NAME =
  /(?:^\.[a-z][\w.-]*|\.(?:txt|md|mdx|rst|adoc|log|csv|tsv|json[lc5]?|ya?ml|toml|xml|ini|cfg|conf|env|lock|sql|diff|patch|html?|s?css|less|svg|png|jpe?g|gif|webp|pdf|[cm]?[jt]sx?|vue|svelte|py|ipynb|rb|rs|go|java|kts?|swift|scala|cs|c|h|cc|cpp|hpp|php|pl|lua|r|sh|bash|zsh|fish|ps1|bat|tf|proto|graphql))$/i;

/** True for text that can only be a path. */
function looksLikePath(path: string): boolean {
  return /^(?:\.{0,2}|~)\//.test(path) || (path.includes('/') && /\.\w+$/.test(path)) || FILE_NAME.test(path);
}

/** Ignores a word that names no file, unless it can only be a path. */
function missing(path: string, why: string): Attachment | undefined {
  return looksLikePath(path) ? refuse(path, why) : undefined;
}

function refuse(path: string, why: string): Attachment {
  return { ok: false, note: `@${path} was not attached: ${why}` };
}
