import { relative, resolve } from 'node:path';
import { fail, type ToolOutcome } from '../define-tool.ts';
import type { ToolHost } from '../tool-host.ts';
import { explainHidden } from './explain-hidden.ts';

/** A path that a tool may touch, or the failure to answer with. */
export type ResolvedPath =
  { readonly ok: true; readonly path: string } | { readonly ok: false; readonly outcome: ToolOutcome };

/** Where a path of the model really leads, links followed: inside the session's folders and not hidden, or nowhere. */
export async function resolvePath(host: ToolHost, path: string): Promise<ResolvedPath> {
  const absolute = toAbsolute(host, path);
  const real = await host.files.realPath(absolute);
  const roots = await Promise.all(rootsOf(host).map((root) => host.files.realPath(root)));
  if (!roots.some((root) => isWithin(root, real))) {
    const text = `${path} is outside of the folders of this session: ${rootsOf(host).join(', ')}`;
    return { ok: false, outcome: fail('path_outside_workspace', text) };
  }
  const hidden = host.hidden?.look();
  // A link can be named by a rule, and what it leads to.
  const reason = hidden?.reasonFor(real) ?? hidden?.reasonFor(absolute);
  if (reason === undefined) return { ok: true, path: real };
  const shown = { ...reason, file: toShown(host, reason.file), other: reason.other && toShown(host, reason.other) };
  return { ok: false, outcome: fail('file_hidden', explainHidden(path, shown)) };
}

/** The same for a path that must be a folder. */
export async function resolveFolder(host: ToolHost, path: string): Promise<ResolvedPath> {
  const resolved = await resolvePath(host, path);
  if (!resolved.ok) return resolved;
  const info = await host.files.info(resolved.path);
  if (info?.kind === 'folder') return resolved;
  const outcome =
    info === undefined
      ? fail('file_not_found', `${path} does not exist.`)
      : fail('not_a_folder', `${path} is not a folder.`);
  return { ok: false, outcome };
}

/** The folders of the session. */
export function rootsOf({ workspace, directories }: ToolHost): readonly string[] {
  return [workspace, ...directories];
}

/** A path of the model as an absolute one, links not followed. */
export function toAbsolute(host: ToolHost, path: string): string {
  return resolve(host.workspace, path);
}

/** A path as the model should see it: relative to the workspace when it is in there. */
export function toShown(host: ToolHost, path: string): string {
  return isWithin(host.workspace, path) ? relative(host.workspace, path) || '.' : path;
}

function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`);
}
