import type { Wall } from '@bowline/protocol';
import { findWalls, type WallContext } from '@bowline/workspace';
import { existsSync } from 'node:fs';
import type { CommandEnd } from '../tool-host.ts';

/** More than a person reads. */
const MOST = 5;

/** What the sandbox refused a command that failed, as far as what it printed tells. */
export function readWalls({ head, tail }: CommandEnd, context: Omit<WallContext, 'exists'>): readonly Wall[] {
  return findWalls(`${head}\n${tail}`, { ...context, exists: (path) => existsSync(path) })
    .slice(0, MOST)
    .map((wall): Wall => {
      switch (wall.need) {
        case 'write':
          return { need: 'write', target: wall.path, isInside: wall.isInside };
        case 'network':
          return { need: 'network', target: wall.host, isInside: false };
        case 'read':
        case 'service':
          return { need: wall.need, target: wall.path, isInside: false };
      }
    });
}
