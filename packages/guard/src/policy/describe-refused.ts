import { showPath, type SandboxProfile, type Wall } from '@bowline/protocol';
import type { Finding } from '@bowline/policy';
import { isAbsolute, relative } from 'node:path';

/** What the sandbox refused a command, as findings for the request to allow more. */
export function describeRefused(
  blocked: { readonly profile: SandboxProfile; readonly walls: readonly Wall[] } | undefined,
  workspace: string,
): readonly Finding[] {
  return (blocked?.walls ?? []).map((wall) => ({
    check: 'sandbox',
    severity: wall.hides === undefined ? 'warning' : 'danger',
    message: `${describeWall(wall, workspace)}${describeHidden(wall)}`,
  }));
}

/** Describes what is only known from the output as reported, because the command could print anything. */
function describeWall(wall: Wall, workspace: string): string {
  const { need, target } = wall;
  switch (need) {
    case 'write':
    case 'read':
      return `it reports that it cannot ${need} ${toFile(wall, workspace)}`;
    case 'network':
      return describeReach(wall);
    case 'service':
      return `it reports that it cannot connect to ${target ?? 'a service'} on this machine`;
    case 'outside':
      return `it cannot run in the sandbox: ${target ?? 'the system refused'}`;
  }
}

function describeReach({ target, isPrivate = false, isSeen = false }: Wall): string {
  const where = target ?? 'the network';
  if (isPrivate)
    return `it tried to reach ${where}, which is on a private network. To allow that, add it to security.sandboxHosts in your settings`;
  return isSeen ? `it tried to reach ${where}` : `it reports that it cannot reach ${where}`;
}

function describeHidden({ hides, isInside }: Wall): string {
  switch (hides) {
    case undefined:
      return '';
    case 'ignored':
      return ', which an ignore file hides. Outside the sandbox it can read all ignored files and keys';
    case 'keys': {
      const reads = isInside
        ? 'if you allow this, it can read keys in the workspace'
        : 'outside the sandbox it can read all keys';
      return `, which may hold keys: ${reads}`;
    }
  }
}

function toFile({ target, isInside }: Wall, workspace: string): string {
  if (target === null) return isInside ? 'a file in the workspace' : 'a file that is not available in the sandbox';
  const inside = relative(workspace, target);
  return showPath(inside.startsWith('..') || isAbsolute(inside) ? target : inside || '.');
}
