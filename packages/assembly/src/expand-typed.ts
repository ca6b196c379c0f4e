import { createKeyTest } from '@bowline/policy';
import { expandPrompt, type ExpandedPrompt } from '@bowline/tools';
import { isWorkspaceUrl, openLocalWorkspace } from '@bowline/workspace';
import type { HostEnvironment } from './host-environment.ts';

/** Where typed paths are read from. */
export interface TypedPlaces {
  readonly workspace: string;
  readonly directories: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Expands the files, folders and images that typed text names with `@`. Only for typed text, because data may contain
 * an `@` too.
 */
export async function expandTyped(
  typed: string,
  places: TypedPlaces,
  machine: HostEnvironment,
): Promise<ExpandedPrompt> {
  if (!typed.includes('@') || isWorkspaceUrl(places.workspace))
    return { content: [{ type: 'text', text: typed }], notes: [] };
  const { workspace: root, directories, signal } = places;
  const workspace = openLocalWorkspace({
    root,
    directories,
    home: machine.home,
    stateFolder: machine.sessionsFolder,
    supervisorEntry: machine.node.supervisor,
    execPath: machine.node.execPath,
    execArgv: machine.node.execArgv,
    env: {},
  });
  try {
    const isProtected = createKeyTest({ home: machine.home, roots: [workspace.root, ...workspace.directories] });
    return await expandPrompt(typed, { ...workspace, isProtected }, signal);
  } finally {
    workspace.close();
  }
}
