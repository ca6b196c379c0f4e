import { isPlainPath, type Wall } from '@bowline/protocol';
import { isWithin, SYSTEM_FOLDERS, type Wall as PrintedWall } from '@bowline/workspace';
import { dirname, relative } from 'node:path';

const OWN_FOLDERS: readonly string[] = ['/dev', '/proc'];
const TEMPORARY_FOLDERS: readonly string[] = ['/tmp', '/var/tmp'];

/** What the output of a command says of a path. */
export type Said = Extract<PrintedWall, { readonly need: 'read' | 'write' }>;

/** What the sandbox of a command holds, and what the person could do without it. */
export interface SandboxFacts {
  readonly profile: 'observe' | 'work';
  readonly workspace: string;
  /** Folders that a command in `work` can change, by their real paths. */
  readonly writable: readonly string[];
  /** It is in one of them, and stays as it is: other programs run it. */
  readonly isKept: (path: string) => boolean;
  /** An ignore file names it. */
  readonly isIgnored: (path: string) => boolean;
  readonly mayHoldKeys: (path: string) => boolean;
  /** Whether the person can read a path, or write there. */
  readonly may: (what: 'read' | 'write', path: string) => boolean;
}

/**
 * What a command says that it was refused at a path, compared with what the sandbox refuses: undefined when the sandbox
 * does not refuse that, or when running outside would not give it either.
 */
export function checkEvidence(said: Said, facts: SandboxFacts): Wall | undefined {
  const { need, path } = said;
  if (!facts.may(need, path)) return undefined;
  const isInside = facts.writable.some((folder) => isWithin(path, folder));
  const target = toTarget(path, facts.workspace);
  if (facts.isIgnored(path)) {
    // A search through the workspace says so of every file that is ignored, and does not want them.
    const isPassedBy = isInside && need === 'read' && !said.isAbsent;
    return isPassedBy ? undefined : { need, target, isInside: false, hides: 'ignored' };
  }
  const keys = need === 'read' && facts.mayHoldKeys(path) ? ({ hides: 'keys' } as const) : {};
  if (isInside)
    return isRefusedInside(said, facts) ? { need, target, isInside: !facts.isKept(path), ...keys } : undefined;
  return isThereInside(said) ? undefined : { need, target, isInside: false, ...keys };
}

/** The sandbox has devices, processes and temporary folders of its own, and the system's folders to read. */
function isThereInside({ need, path }: Said): boolean {
  if (OWN_FOLDERS.some((folder) => isWithin(path, folder))) return true;
  return need === 'read'
    ? SYSTEM_FOLDERS.some((folder) => isWithin(path, folder))
    : TEMPORARY_FOLDERS.includes(dirname(path));
}

/** In `observe` nothing can be written and keys cannot be read; in `work` both can, but for what other programs run. */
function isRefusedInside(said: Said, facts: SandboxFacts): boolean {
  const { path } = said;
  const isObserved = facts.profile === 'observe';
  if (said.need === 'write') return isObserved || facts.isKept(path);
  return isObserved && said.isAbsent && facts.mayHoldKeys(path);
}

/** A path is shown only when it cannot be read as anything else. */
function toTarget(path: string, workspace: string): string | null {
  const shown = isWithin(path, workspace) ? relative(workspace, path) || '.' : path;
  return isPlainPath(shown) ? path : null;
}
