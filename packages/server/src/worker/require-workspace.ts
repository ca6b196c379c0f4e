import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { AgentError } from '@bowline/protocol';

/**
 * Throws unless all folders lie in one of those that sessions may work in, wherever links lead. In a name `{tenant}`
 * stands for the tenant. Where none is named, any folder will do.
 */
export async function requireWorkspace(
  folders: readonly string[],
  { allowed, tenant }: { readonly allowed: readonly string[]; readonly tenant: string },
): Promise<void> {
  if (allowed.length === 0) return;
  const roots = await Promise.all(allowed.map((root) => toRealPath(root.replaceAll('{tenant}', tenant))));
  for (const folder of folders) {
    const real = isAbsolute(folder) ? await toRealPath(folder) : undefined;
    if (real !== undefined && roots.some((root) => root !== undefined && isWithin(real, root))) continue;
    throw new AgentError('SERVER_REFUSED', `sessions may not work in ${folder}`, {
      hint: 'choose a folder that the workers were started for',
    });
  }
}

async function toRealPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined; // a missing folder belongs to no tenant
  }
}

function isWithin(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
