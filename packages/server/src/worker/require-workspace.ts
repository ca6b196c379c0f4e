import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { AgentError, isWithin } from '@bowline/protocol';

/**
 * Throws unless all folders, with links resolved, lie in an allowed folder. `{tenant}` in an allowed folder is replaced
 * with the tenant. An empty list allows any folder.
 */
export async function requireWorkspace(
  folders: readonly string[],
  { allowed, tenant }: { readonly allowed: readonly string[]; readonly tenant: string },
): Promise<void> {
  if (allowed.length === 0) return;
  const roots = await Promise.all(allowed.map((root) => toRealPath(root.replaceAll('{tenant}', tenant))));
  for (const folder of folders) {
    const real = isAbsolute(folder) ? await toRealPath(folder) : undefined;
    if (real !== undefined && roots.some((root) => root !== undefined && isWithin({ path: real, root }))) continue;
    throw new AgentError('SERVER_REFUSED', `Sessions are not allowed to work in ${folder}`, {
      hint: 'Choose a folder inside the workspaces that the workers allow',
    });
  }
}

/** The folder that a new session starts from: its workspace, if that is a folder of this machine and allowed. */
export async function findStart(
  workspace: string,
  rules: Parameters<typeof requireWorkspace>[1],
): Promise<string | undefined> {
  const real = isAbsolute(workspace) ? await toRealPath(workspace) : undefined;
  if (real === undefined || !(await stat(real)).isDirectory()) return undefined;
  await requireWorkspace([real], rules);
  return real;
}

async function toRealPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined; // a missing folder is never allowed
  }
}
