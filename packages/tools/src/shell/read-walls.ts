import { isWithin } from '@bowline/protocol/plain';
import type { Wall } from '@bowline/protocol';
import { findProtectedPaths, findWalls, parseListeningPorts, type Wall as PrintedWall } from '@bowline/workspace';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CommandEnd, Workspace } from '@bowline/workspace';
import { checkEvidence, type SandboxFacts } from './check-evidence.ts';

/** More than a user reads. */
const MOST = 5;
/** Each check accesses the disk. */
const MOST_CHECKED = 100;
/** Too long for a path, or contains a character that no file name has. */
const NO_PATH = /^[^]{4097,}$|\0/;
const HOST = /^(?=.{1,253}$)[a-z\d](?:[\w-]{0,62})(?:\.[a-z\d][\w-]{0,62})*\.?$/i;

/** Where a command ran. */
export interface RanWhere {
  readonly profile: 'observe' | 'work';
  readonly cwd: string;
}

/**
 * What the sandbox refused a command. The proxy's record counts as is. The command's output counts only where the
 * sandbox would refuse the access and a wider grant would allow it.
 */
export async function readWalls(end: CommandEnd, where: RanWhere, workspace: Workspace): Promise<readonly Wall[]> {
  const { head, tail, network, unconfined } = end;
  if (unconfined !== undefined) return [{ need: 'outside', target: unconfined, isInside: false }];
  const { unlisted = [], private: onPrivate = [] } = network?.refused ?? {};
  const seen = [
    ...unlisted.map((target): Wall => ({ need: 'network', target, isInside: false, isSeen: true })),
    ...onPrivate.map((target): Wall => ({ need: 'network', target, isInside: false, isSeen: true, isPrivate: true })),
  ];
  // The output of a successful command may come from anywhere, so it is not used. That of a command on another machine
  // cannot be checked against the disk here.
  if (end.exitCode === 0 || workspace.isElsewhere === true) return seen.slice(0, MOST);
  const printed = findWalls(`${head}\n${tail}`, { cwd: where.cwd, exists: existsSync, listens });
  const facts = await factsOf(where, workspace);
  const checked = await Promise.all(
    printed.slice(0, MOST_CHECKED).map(async (wall) => await check(wall, { facts, workspace, network })),
  );
  const walls = [...seen, ...checked.flatMap((wall) => wall ?? [])];
  return [...new Map(walls.map((wall) => [JSON.stringify(wall), wall])).values()].slice(0, MOST);
}

interface Known extends Pick<CommandEnd, 'network'> {
  readonly facts: SandboxFacts;
  readonly workspace: Workspace;
}

async function check(wall: PrintedWall, { facts, workspace, network }: Known): Promise<Wall | undefined> {
  switch (wall.need) {
    case 'write':
    case 'read': {
      if (NO_PATH.test(wall.path)) return undefined;
      return checkEvidence({ ...wall, path: await workspace.files.realPath(wall.path) }, facts);
    }
    case 'network': {
      // What the proxy did not see was not requested, or could not be granted by adding hosts.
      const isKnown = network !== undefined || !HOST.test(wall.host);
      return isKnown ? undefined : { need: 'network', target: wall.host, isInside: false };
    }
    case 'service':
      return { need: 'service', target: wall.path, isInside: false };
  }
}

async function factsOf({ profile }: RanWhere, workspace: Workspace): Promise<SandboxFacts> {
  const { root, hidden, isProtected = () => false, writableFolders } = workspace;
  const now = await hidden?.look([]); // a local workspace answers for any path
  const writable = (await writableFolders?.()) ?? [root];
  let kept: readonly string[] | undefined;
  const findKept = (): readonly string[] =>
    (kept ??= writable.flatMap((folder) => findProtectedPaths(folder).map(({ path }) => path)));
  return {
    profile,
    workspace: root,
    writable,
    isKept: (path) => findKept().some((each) => isWithin({ path, root: each })),
    isIgnored: (path) => now?.reasonFor(path) !== undefined,
    mayHoldKeys: isProtected,
    may: (what, path) => (what === 'read' ? can(path, constants.R_OK) : can(nearest(path), constants.W_OK)),
  };
}

/** The path, or its nearest existing parent directory. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}

function can(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** A server on this machine, which a sandboxed command cannot see. */
function listens(port: number): boolean {
  try {
    const [four, six] = [readFileSync('/proc/net/tcp', 'utf8'), readFileSync('/proc/net/tcp6', 'utf8')];
    return parseListeningPorts(four, six).some((each) => each.port === port);
  } catch {
    return false;
  }
}
