import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Tier, ToolList } from '@bowline/policy';

/** Where rules may come from. */
export interface PolicyPlaces {
  readonly home: string;
  readonly bowlineHome: string;
  /** Where "always" rules are saved, if that is elsewhere. */
  readonly learnedDir?: string | undefined;
  readonly root: string;
  /** Policies of the workspace are read only if it is trusted. */
  readonly isTrusted: boolean;
  /** Files named for this run. */
  readonly files?: readonly string[] | undefined;
  /** The tool lists in settings. */
  readonly toolLists?: readonly ToolList[] | undefined;
}

/** The file in which older versions, and Gemini CLI, save "always" rules. */
const SAVED = 'auto-saved.toml';

/**
 * Whether a file holds saved approvals instead of rules that a user wrote. These allow calls only in trusted folders.
 */
export function isSavedByOlder({ file, tier }: FoundPolicy): boolean {
  return tier === 'user' && basename(file) === SAVED;
}

/** A policy file and its tier. */
export interface FoundPolicy {
  readonly file: string;
  readonly tier: Tier;
}

/** Finds all policy files, and opens none. */
export function findPolicyFiles(places: PolicyPlaces): readonly FoundPolicy[] {
  const { home, bowlineHome, learnedDir, root: workspace, isTrusted, files = [] } = places;
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
