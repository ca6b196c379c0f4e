import { isPlainPath, type Wall, isWithin } from '@bowline/protocol';
import { SYSTEM_FOLDERS, type Wall as PrintedWall } from '@bowline/workspace';
import { dirname, relative } from 'node:path';

const OWN_FOLDERS: readonly string[] = ['/dev', '/proc'];
const TEMPORARY_FOLDERS: readonly string[] = ['/tmp', '/var/tmp'];

/** What the output of a command says about a path. */
export type Said = Extract<PrintedWall, { readonly need: 'read' | 'write' }>;

/** What the sandbox of a command allows, and what the user could do without it. */
export interface SandboxFacts {
  readonly profile: 'observe' | 'work';
  readonly workspace: string;
  /** Real paths of directories that a command in `work` can change. */
  readonly writable: readonly string[];
  /** Inside one of them, but read-only, because other programs run it. */
  readonly isKept: (path: string) => boolean;
  /** An ignore file lists it. */
  readonly isIgnored: (path: string) => boolean;
  readonly mayHoldKeys: (path: string) => boolean;
  /** Whether the user can read or write a path. */
  readonly may: (what: 'read' | 'write', path: string) => boolean;
}

/**
 * Compares a refusal that a command printed with what the sandbox refuses. Undefined if the sandbox does not refuse it,
 * or if running outside the sandbox would not help.
 */
export function checkEvidence(said: Said, facts: SandboxFacts): Wall | undefined {
  const { need, path } = said;
  if (!facts.may(need, path)) return undefined;
  const isInside = facts.writable.some((folder) => isWithin({ path, root: folder }));
  const target = toTarget(path, facts.workspace);
  if (facts.isIgnored(path)) {
    // A search through the workspace reports every ignored file without needing it.
    const isPassedBy = isInside && need === 'read' && !said.isAbsent;
    return isPassedBy ? undefined : { need, target, isInside: false, hides: 'ignored' };
  }
  const keys = need === 'read' && facts.mayHoldKeys(path) ? ({ hides: 'keys' } as const) : {};
  if (isInside)
    return isRefusedInside(said, facts) ? { need, target, isInside: !facts.isKept(path), ...keys } : undefined;
  return isThereInside(said) ? undefined : { need, target, isInside: false, ...keys };
}

/** The sandbox has its own devices, processes and temporary directories, and can read system directories. */
function isThereInside({ need, path }: Said): boolean {
  if (OWN_FOLDERS.some((folder) => isWithin({ path, root: folder }))) return true;
  return need === 'read'
    ? SYSTEM_FOLDERS.some((folder) => isWithin({ path, root: folder }))
    : TEMPORARY_FOLDERS.includes(dirname(path));
}

/** `observe` cannot write anything or read keys. `work` can do both, except for files that other programs run. */
function isRefusedInside(said: Said, facts: SandboxFacts): boolean {
  const { path } = said;
  const isObserved = facts.profile === 'observe';
  if (said.need === 'write') return isObserved || facts.isKept(path);
  return isObserved && said.isAbsent && facts.mayHoldKeys(path);
}

/** Shows a path only if it cannot be read as anything else. */
function toTarget(path: string, workspace: string): string | null {
  const shown = isWithin({ path, root: workspace }) ? relative(workspace, path) || '.' : path;
  return isPlainPath(shown) ? path : null;
}
