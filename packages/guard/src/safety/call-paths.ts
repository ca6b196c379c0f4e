import { join } from 'node:path';
import { keyNames } from '@bowline/policy';
import type { Effect } from '@bowline/protocol';
import { eachText } from './each-text.ts';

/** A call as safety checks see it. */
export interface CheckedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly effect: Effect;
  /** The absolute paths that the tool itself declares to write. */
  readonly writes?: readonly string[];
}

/** A path that a call names, as written in its arguments. */
export interface NamedPath {
  readonly path: string;
  readonly isWrite: boolean;
  /** It is not certain that this is a path, or that it is written. */
  readonly isGuess: boolean;
}

type Args = CheckedCall['args'];
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const reads = (...paths: readonly (string | undefined)[]): readonly NamedPath[] =>
  paths.flatMap((path) => (path === undefined ? [] : [{ path, isWrite: false, isGuess: false }]));
const writes = (path: string | undefined): readonly NamedPath[] =>
  path === undefined ? [] : [{ path, isWrite: true, isGuess: false }];

/** The paths that built-in tools use. Those of other tools are guessed. */
const TOOLS: ReadonlyMap<string, (args: Args) => readonly NamedPath[]> = new Map([
  ['read_file', (args: Args) => reads(textOf(args['file_path']))],
  ['write_file', (args: Args) => writes(textOf(args['file_path']))],
  ['replace', (args: Args) => writes(textOf(args['file_path']))],
  ['list_directory', (args: Args) => reads(textOf(args['dir_path']))],
  ['glob', (args: Args) => reads(folderOf(args), join(folderOf(args), fixedPart(textOf(args['pattern']) ?? '')))],
  ['grep_search', (args: Args) => reads(folderOf(args), ...searchedKeys(args))],
  ['run_shell_command', (args: Args) => reads(folderOf(args))],
  ['read_many_files', (args: Args) => reads(...textsOf(args['include']).flatMap(namedBy))],
  // Their arguments are texts, URLs and questions, whatever they look like.
  ...['web_fetch', 'google_web_search', 'write_todos', 'ask_user', 'save_memory'].map(
    (name): [string, () => readonly NamedPath[]] => [name, () => []],
  ),
]);

/** The paths that a call names. A path that the tool declares to write counts as written, whatever is guessed. */
export function callPaths({ name, args, effect, writes: written = [] }: CheckedCall): readonly NamedPath[] {
  const known = TOOLS.get(name)?.(args) ?? guessPaths(args, effect !== 'read');
  return [...known, ...written.map((path) => ({ path, isWrite: true, isGuess: false }))];
}

function folderOf(args: Args): string {
  return textOf(args['dir_path']) ?? textOf(args['directory']) ?? '.';
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((each) => textOf(each) ?? []) : [];

/** The directory where a glob begins, and the key files that it selects. For a plain name, the file. */
function namedBy(glob: string): readonly string[] {
  if (!/[*?[{]/.test(glob)) return [glob];
  const folder = fixedPart(glob);
  return [folder, ...keyNames(glob).map((name) => join(folder, name))];
}

/** Key files that a search selects, because it shows their contents. */
function searchedKeys(args: Args): readonly string[] {
  const include = textOf(args['include_pattern']) ?? '*';
  // A name without a wildcard is a file, whatever it is called.
  const named = /[*?[{]/.test(include) ? keyNames(include) : [include];
  return named.map((name) => join(folderOf(args), name));
}

/** The directories of a pattern before its first wildcard. */
function fixedPart(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => /[*?[{]/.test(part));
  return (first === -1 ? parts : parts.slice(0, first)).join('/') || (pattern.startsWith('/') ? '/' : '.');
}

const NAMES_PATH = /path|file|dir|folder|cwd|^(?:source|destination|target|from|to|root|workspace)$/i;
const BEGINS_LIKE_PATH = /^(?:\/|~\/|\.{1,2}\/|\.[\w-]|file:\/\/)/;
const MAX_PATH = 4096;

function guessPaths(args: Args, isWrite: boolean): readonly NamedPath[] {
  return eachText(args)
    .filter(({ text }) => text !== '' && text.length <= MAX_PATH && !text.includes('\n'))
    .filter(({ text, name }) => NAMES_PATH.test(name) || looksLikePath(text))
    .map(({ text }) => ({ path: text.startsWith('file://') ? text.slice(7) : text, isWrite, isGuess: true }));
}

function looksLikePath(text: string): boolean {
  return BEGINS_LIKE_PATH.test(text) || (text.includes('/') && !/[\s:]/.test(text));
}
