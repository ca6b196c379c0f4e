import { isWithin, parseArtifactName } from '@bowline/protocol/plain';
import { relative, resolve } from 'node:path';
import { fail, type ToolOutcome } from '../define-tool.ts';
import type { Workspace } from '@bowline/workspace';
import { explainHidden } from '@bowline/workspace';

/** A path that a tool may use, or the failure to answer with. */
export type ResolvedPath =
  { readonly ok: true; readonly path: string } | { readonly ok: false; readonly outcome: ToolOutcome };

/**
 * Resolves a path from the model, following links, or the name of an artifact. Fails if it leads outside the session's
 * directories or is hidden.
 */
export async function resolvePath(workspace: Workspace, path: string): Promise<ResolvedPath> {
  if (parseArtifactName(path) !== undefined) return await resolveArtifact(workspace, path);
  const wrong = findWrongName(path);
  if (wrong !== undefined) return { ok: false, outcome: fail('invalid_path', wrong) };
  const absolute = toAbsolute(workspace, path);
  const real = await workspace.files.realPath(absolute);
  const roots = await Promise.all(rootsOf(workspace).map((root) => workspace.files.realPath(root)));
  if (!roots.some((root) => isWithin({ path: real, root }))) {
    const text = `${path} is outside the directories of this session: ${rootsOf(workspace).join(', ')}`;
    return { ok: false, outcome: fail('path_outside_workspace', text) };
  }
  const hidden = await workspace.hidden?.look([real, absolute]);
  // A rule can hide a link or its target.
  const reason = hidden?.reasonFor(real) ?? hidden?.reasonFor(absolute);
  if (reason === undefined) return { ok: true, path: real };
  const shown = {
    ...reason,
    file: toShown(workspace, reason.file),
    other: reason.other && toShown(workspace, reason.other),
  };
  return { ok: false, outcome: fail('file_hidden', explainHidden(path, shown)) };
}

/** The same, for a file that a tool writes. Artifacts never change. */
export async function resolveWritten(workspace: Workspace, path: string): Promise<ResolvedPath> {
  if (parseArtifactName(path) === undefined) return await resolvePath(workspace, path);
  const text = `${path} is the name of a saved text, which cannot be changed. Write to a file instead.`;
  return { ok: false, outcome: fail('read_only', text) };
}

async function resolveArtifact({ artifacts, files }: Workspace, name: string): Promise<ResolvedPath> {
  const path = await artifacts?.find(name);
  if (path !== undefined) return { ok: true, path: await files.realPath(path) };
  const text = `${name} is not available any more. If you need the text, get it again the way you got it.`;
  return { ok: false, outcome: fail('artifact_missing', text) };
}

/** The longest name in bytes on common file systems. */
const LONGEST_NAME = 255;

/** Why no file can have this path. */
function findWrongName(path: string): string | undefined {
  if (path.includes('\0')) return 'A path cannot contain a null character.';
  const isLong = path.split('/').some((name) => Buffer.byteLength(name) > LONGEST_NAME);
  return isLong ? `A name in the path is longer than ${LONGEST_NAME} bytes.` : undefined;
}

/** The same, for a path that must be a directory. */
export async function resolveFolder(workspace: Workspace, path: string): Promise<ResolvedPath> {
  const resolved = await resolvePath(workspace, path);
  if (!resolved.ok) return resolved;
  const info = await workspace.files.info(resolved.path);
  if (info?.kind === 'folder') return resolved;
  const outcome =
    info === undefined ? await failMissing(workspace, path) : fail('not_a_folder', `${path} is not a directory.`);
  return { ok: false, outcome };
}

/** The failure for a path that does not exist, which says so if the whole workspace does not. */
export async function failMissing({ root, files }: Workspace, path: string): Promise<ToolOutcome> {
  if ((await files.info(root)) !== undefined) return fail('file_not_found', `${path} does not exist.`);
  return fail(
    'workspace_missing',
    `The project folder ${root} was deleted or moved. Ask the user to restore it, or to start Bowline in another folder.`,
  );
}

/** The directories of the session. */
export function rootsOf({ root, directories }: Workspace): readonly string[] {
  return [root, ...directories];
}

/** Makes a path from the model absolute, without following links. */
export function toAbsolute(workspace: Workspace, path: string): string {
  return resolve(workspace.root, path);
}

/** The path to show to the model: relative if it is inside the workspace, and the name of an artifact. */
export function toShown(workspace: Workspace, path: string): string {
  const name = workspace.artifacts?.nameOf(path);
  if (name !== undefined) return name;
  return isWithin({ path, root: workspace.root }) ? relative(workspace.root, path) || '.' : path;
}
