import { toText, type ContentPart } from '@bowline/protocol';
import { IGNORE_FILES } from '@bowline/workspace';
import { ignoreSourceOf } from '../files/ignore-source-of.ts';
import { listDirectory } from '../files/list-directory.ts';
import { readFile } from '../files/read-file.ts';
import { readManyFiles } from '../files/read-many-files.ts';
import { resolvePath, rootsOf, toAbsolute, toShown } from '../files/resolve-path.ts';
import { fail, type Tool, type ToolOutcome, type ToolScope } from '../define-tool.ts';
import { IgnoreLookup } from '../search/ignore-lookup.ts';
import type { ToolHost } from '../tool-host.ts';
import { findAtPaths } from './find-at-paths.ts';

/** A prompt with what its `@` words name. */
export interface ExpandedPrompt {
  /** What was typed, and then what it refers to; the typed text alone when that is nothing. */
  readonly content: readonly ContentPart[];
  /** What could not be attached, and why; for whoever typed it. */
  readonly notes: readonly string[];
}

const MAX_PATHS = 20;
const MAX_TEXT = 400_000;

/**
 * Attaches the files, folders and images that a person has named with an `@`. A word that names nothing there is one: an
 * address, a decorator, a name. What ignore files hide or what may hold keys is not attached by a word in a prompt.
 */
export async function expandPrompt(prompt: string, host: ToolHost, signal: AbortSignal): Promise<ExpandedPrompt> {
  const content: ContentPart[] = [];
  const notes: string[] = [];
  let left = MAX_TEXT;
  for (const path of findAtPaths(prompt).slice(0, MAX_PATHS)) {
    const found = await attach(path, host, signal);
    if (found === undefined) continue;
    if (!found.ok) {
      notes.push(found.note);
      continue;
    }
    left -= toText(found.content).length;
    if (left < 0) notes.push(`@${path} is not attached: the message would be too long`);
    else content.push({ type: 'text', text: `\n--- ${found.name} ---\n` }, ...found.content);
  }
  const typed: ContentPart = { type: 'text', text: prompt };
  if (content.length === 0) return { content: [typed], notes };
  const opening: ContentPart = { type: 'text', text: '\n\nWhat the message refers to with @, as it is now:\n' };
  return { content: [typed, opening, ...content], notes };
}

type Attachment =
  | { readonly ok: true; readonly name: string; readonly content: readonly ContentPart[] }
  | { readonly ok: false; readonly note: string };

async function attach(path: string, host: ToolHost, signal: AbortSignal): Promise<Attachment | undefined> {
  const scope = { host, signal, key: '', update: () => undefined };
  const resolved = await resolvePath(host, path);
  if (!resolved.ok) return await describeRefusal(path, resolved.outcome, host);
  const info = await host.files.info(resolved.path);
  if (info === undefined)
    return /[*?]/.test(path) ? await attachAll(path, scope) : missing(path, 'there is no such file');
  const isFolder = info.kind === 'folder';
  if (host.isProtected?.(resolved.path) === true) return refuse(path, 'it may hold keys');
  if (await isHidden(host, resolved.path, isFolder)) return refuse(path, 'an ignore file names it');
  const outcome = await (isFolder
    ? run(listDirectory, { dir_path: path }, scope)
    : run(readFile, { file_path: path }, scope));
  if (outcome.ok) return { ok: true, name: toShown(host, resolved.path), content: outcome.content };
  return refuse(path, toText(outcome.content));
}

/** A hidden file that is there is told as such; a word that names none is none. */
async function describeRefusal(path: string, outcome: ToolOutcome, host: ToolHost): Promise<Attachment | undefined> {
  if (outcome.ok || outcome.errorType !== 'file_hidden')
    return missing(path, 'it is outside of the folders of this session');
  const info = await host.files.info(await host.files.realPath(toAbsolute(host, path)));
  return info === undefined ? missing(path, 'there is no such file') : refuse(path, toText(outcome.content));
}

async function attachAll(glob: string, scope: ToolScope): Promise<Attachment> {
  const outcome = await run(readManyFiles, { include: [glob] }, scope);
  return outcome.ok ? { ok: true, name: glob, content: outcome.content } : refuse(glob, 'no file matches it');
}

async function run(tool: Tool, args: object, scope: ToolScope): Promise<ToolOutcome> {
  const parsed = tool.parse(args);
  return parsed.ok ? await parsed.call.run(scope) : fail('invalid', parsed.text);
}

async function isHidden(host: ToolHost, path: string, isFolder: boolean): Promise<boolean> {
  const lookup = new IgnoreLookup(ignoreSourceOf(host, IGNORE_FILES));
  return !rootsOf(host).includes(path) && (await lookup.hides(path, isFolder));
}

/** How files are named that a prompt is about. Not any ending: `@app.route` is a decorator and `@example.com` a host. */
const FILE_NAME =
  /(?:^\.[a-z][\w.-]*|\.(?:txt|md|mdx|rst|adoc|log|csv|tsv|json[lc5]?|ya?ml|toml|xml|ini|cfg|conf|env|lock|sql|diff|patch|html?|s?css|less|svg|png|jpe?g|gif|webp|pdf|[cm]?[jt]sx?|vue|svelte|py|ipynb|rb|rs|go|java|kts?|swift|scala|cs|c|h|cc|cpp|hpp|php|pl|lua|r|sh|bash|zsh|fish|ps1|bat|tf|proto|graphql))$/i;

/** What nobody would write for anything else. */
function looksLikePath(path: string): boolean {
  return /^(?:\.{0,2}|~)\//.test(path) || (path.includes('/') && /\.\w+$/.test(path)) || FILE_NAME.test(path);
}

/** A word that names nothing is left alone, unless it could only have been a path. */
function missing(path: string, why: string): Attachment | undefined {
  return looksLikePath(path) ? refuse(path, why) : undefined;
}

function refuse(path: string, why: string): Attachment {
  return { ok: false, note: `@${path} is not attached: ${why}` };
}
