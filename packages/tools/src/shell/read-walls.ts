import type { Wall } from '@bowline/protocol';
import { findWalls, parseListeningPorts, type WallContext } from '@bowline/workspace';
import { existsSync, readFileSync } from 'node:fs';
import type { CommandEnd } from '../tool-host.ts';

/** More than a person reads. */
const MOST = 5;

/** What the sandbox refused a command that failed, as far as its network and what it printed tell. */
export function readWalls(
  { head, tail, network, unconfined }: CommandEnd,
  context: Omit<WallContext, 'exists' | 'listens'>,
): readonly Wall[] {
  if (unconfined !== undefined) return [{ need: 'outside', target: unconfined, isInside: false }];
  const { unlisted = [], private: onPrivate = [] } = network?.refused ?? {};
  // What the proxy refused it knows better than what was printed.
  const refused = [
    ...unlisted.map((target): Wall => ({ need: 'network', target, isInside: false })),
    ...onPrivate.map((target): Wall => ({ need: 'network', target, isInside: false, isPrivate: true })),
  ];
  const printed = findWalls(`${head}\n${tail}`, { ...context, exists: existsSync, listens }).map(toWall);
  const tried = new Set(network?.tried);
  // What it was let through to and failed all the same would fail outside too.
  const isKnown = ({ target }: Wall): boolean => refused.length > 0 || (target !== null && tried.has(target));
  const others = printed.filter((wall) => wall.need !== 'network' || !isKnown(wall));
  return [...refused, ...others].slice(0, MOST);
}

/** A server of this machine, which a confined command does not see. */
function listens(port: number): boolean {
  try {
    const [four, six] = [readFileSync('/proc/net/tcp', 'utf8'), readFileSync('/proc/net/tcp6', 'utf8')];
    return parseListeningPorts(four, six).some((each) => each.port === port);
  } catch {
    return false;
  }
}

function toWall(wall: ReturnType<typeof findWalls>[number]): Wall {
  switch (wall.need) {
    case 'write':
      return { need: 'write', target: wall.path, isInside: wall.isInside };
    case 'network':
      return { need: 'network', target: wall.host, isInside: false };
    case 'read':
    case 'service':
      return { need: wall.need, target: wall.path, isInside: false };
  }
}
