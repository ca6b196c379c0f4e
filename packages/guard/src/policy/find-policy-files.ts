import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Tier, ToolList } from '@bowline/policy';

/** Where rules may stand. */
export interface PolicyPlaces {
  readonly home: string;
  readonly bowlineHome: string;
  /** Where rules for always are kept, when that is elsewhere. */
  readonly learnedDir?: string | undefined;
  readonly workspace: string;
  /** Only then is anything of the workspace read. */
  readonly isTrusted: boolean;
  /** Files that were named for this run. */
  readonly files?: readonly string[] | undefined;
  /** What settings say of tools. */
  readonly toolLists?: readonly ToolList[] | undefined;
}

/** Where older versions, and Gemini CLI, save what was allowed for always. */
const SAVED = 'auto-saved.toml';

/** Whether a file holds answers rather than rules that a person wrote: those allow in trusted folders only. */
export function isSavedByOlder({ file, tier }: FoundPolicy): boolean {
  return tier === 'user' && basename(file) === SAVED;
}

/** A policy file, and whose it is. */
export interface FoundPolicy {
  readonly file: string;
  readonly tier: Tier;
}

/** Every policy file there is; none is opened. */
export function findPolicyFiles(places: PolicyPlaces): readonly FoundPolicy[] {
  const { home, bowlineHome, learnedDir, workspace, isTrusted, files = [] } = places;
  const folders: readonly (readonly [string, Tier])[] = [
    ['/etc/gemini-cli/policies', 'admin'],
    ['/etc/bowline/policies', 'admin'],
    [join(home, '.gemini', 'policies'), 'user'],
    [join(bowlineHome, 'policies'), 'user'],
    ...(learnedDir === undefined ? [] : ([[join(learnedDir, 'policies'), 'user']] as const)),
    ...(isTrusted
      ? ([
          [join(workspace, '.gemini', 'policies'), 'workspace'],
          [join(workspace, '.bowline', 'policies'), 'workspace'],
        ] as const)
      : []),
  ];
  const found = folders.flatMap(([folder, tier]) => listFiles(folder, tier).map((file) => ({ file, tier })));
  return [...found, ...files.map((file): FoundPolicy => ({ file, tier: 'user' }))];
}

/** Administrator rules count only if no other user can write them. */
function listFiles(folder: string, tier: Tier): readonly string[] {
  try {
    const { uid, mode } = statSync(folder);
    if (tier === 'admin' && (uid !== 0 || (mode & 0o022) !== 0)) return [];
    return readdirSync(folder)
      .filter((name) => name.endsWith('.toml'))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
