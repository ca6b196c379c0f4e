import { isWithin } from '@bowline/protocol/plain';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { type CheckOutcome } from '@bowline/policy';
import type { Workspace } from '@bowline/workspace';

/** As in Gemini CLI: names that no path may contain, and one that needs approval. */
const BLOCKED = new Set(['.git', '.env', 'node_modules']);
const ASKED = '.vscode';

interface NamedArgument {
  readonly name: string;
  readonly path: string;
}

/**
 * Gemini CLI's `allowed-path`: every argument that names a path must lead into the workspace, with links followed.
 * `included_args` adds arguments that are paths, `excluded_args` exempts some.
 */
export async function checkAllowedPath(
  args: Readonly<Record<string, unknown>>,
  config: Readonly<Record<string, unknown>>,
  workspace: Workspace,
): Promise<CheckOutcome> {
  const roots = await Promise.all(
    [workspace.root, ...workspace.directories].map((root) => workspace.files.realPath(root)),
  );
  const outcomes = await Promise.all(
    pathArguments(args, config).map(async ({ name, path }) => {
      const absolute = isAbsolute(path) ? path : join(workspace.root, path);
      return judge({ name, path: resolve(absolute) }, await workspace.files.realPath(absolute), roots);
    }),
  );
  const strict =
    outcomes.find(({ verdict }) => verdict === 'deny') ?? outcomes.find(({ verdict }) => verdict === 'ask');
  return strict ?? { kind: 'said', verdict: 'allow' };
}

type Said = Extract<CheckOutcome, { kind: 'said' }>;

function judge({ name, path }: NamedArgument, real: string, roots: readonly string[]): Said {
  const root = roots.find((folder) => isWithin({ path: real, root: folder }));
  const what = `the path in ${name}`;
  if (root === undefined) return { kind: 'said', verdict: 'deny', reason: `${what} is outside the workspace` };
  const below = relative(root, real).split('/');
  const names = new Set([...below, ...path.split('/').slice(-below.length)].map(toPlain));
  const blocked = [...names].find((each) => BLOCKED.has(each));
  if (blocked !== undefined) return { kind: 'said', verdict: 'deny', reason: `${what} leads to ${blocked}` };
  if (names.has(ASKED)) return { kind: 'said', verdict: 'ask', reason: `${what} leads to ${ASKED}` };
  return { kind: 'said', verdict: 'allow' };
}

/** Removes case, the name of a stream, and the trailing characters that lenient file systems ignore. */
function toPlain(name: string): string {
  const [file = ''] = name.split(':');
  let end = file.length;
  while (end > 0 && (file[end - 1] === '.' || file[end - 1] === ' ')) end -= 1;
  return file.slice(0, end).toLowerCase();
}

function pathArguments(
  args: Readonly<Record<string, unknown>>,
  config: Readonly<Record<string, unknown>>,
): readonly NamedArgument[] {
  const included = toNames(config['included_args']);
  const excluded = toNames(config['excluded_args']);
  return walk(args, '').filter(({ name, key }) => !excluded.has(name) && (included.has(name) || NAMES_PATH.test(key)));
}

const NAMES_PATH = /path|directory|file|^source$|^destination$/;

function walk(value: unknown, prefix: string): readonly (NamedArgument & { readonly key: string })[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    // In a list the key is a number, so the name of the list is used for its items.
    const named = Array.isArray(value) ? prefix : key;
    return typeof item === 'string' ? [{ name, key: named, path: item }] : walk(item, name);
  });
}

function toNames(value: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(value) ? value : []);
}
