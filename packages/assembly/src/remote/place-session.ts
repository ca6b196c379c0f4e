import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { toHomeRoot, type SessionHome } from '../home/open-home.ts';
import { isWorkspaceUrl, parseWorkspaceUrl, toWorkspaceUrl } from '@bowline/workspace';

/** Where a session works, and which folder of this machine stands for it in settings, trust and policies. */
export interface SessionPlace {
  /** What the session records: a folder, or the URL of a remote workspace. */
  readonly recorded: string;
  readonly folder: string;
  /** Undefined: the workspace is the folder. */
  readonly url: string | undefined;
}

/**
 * A remote workspace gets an empty folder here, so that nothing on its machine decides anything on this one, and no
 * folder here with the same name is taken for it.
 */
export function placeSession(
  workspace: string,
  { bowlineHome, sessionHome }: { readonly bowlineHome: string; readonly sessionHome?: SessionHome | undefined },
): SessionPlace {
  if (!isWorkspaceUrl(workspace)) {
    const folder = sessionHome === undefined ? workspace : toHomeRoot(sessionHome);
    return { recorded: workspace, folder, url: undefined };
  }
  const url = toWorkspaceUrl(parseWorkspaceUrl(workspace));
  const name = createHash('sha256').update(url).digest('hex').slice(0, 16);
  const folder = join(bowlineHome, 'remote-workspaces', name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { recorded: url, folder, url };
}
