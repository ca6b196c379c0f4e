import { isAbsolute, relative, sep } from 'node:path';
import type { TrustLevel } from './trust-rule.ts';

/** A rule and where it holds. Paths are absolute and normal, and no links are followed here. */
export interface PlacedRule {
  /** The folder that it names. */
  readonly path: string;
  /** The folder that it is about, with all below: that folder, or its parent. */
  readonly root: string;
  readonly level: TrustLevel;
  /** Of two rules that name one folder the lower rank replaces the other. */
  readonly rank: number;
}

/**
 * The rule that decides about a folder, if any: that of the deepest root; of one root `DO_NOT_TRUST` before the others.
 * Nothing but the names of folders is looked at.
 */
export function decideTrust<R extends PlacedRule>(folder: string, rules: readonly R[]): R | undefined {
  const near = rules.filter((rule) => isWithin(folder, rule.root));
  const isReplaced = ({ path, rank }: R): boolean => near.some((other) => other.path === path && other.rank < rank);
  const [first] = near
    .filter((rule) => !isReplaced(rule))
    .sort((a, b) => b.root.length - a.root.length || strictness[a.level] - strictness[b.level] || a.rank - b.rank);
  return first;
}

const strictness: Readonly<Record<TrustLevel, number>> = { DO_NOT_TRUST: 0, TRUST_FOLDER: 1, TRUST_PARENT: 2 };

/** Whether a folder is this root or lies in it, by whole names: `/ws-evil` does not lie in `/ws`. */
export function isWithin(folder: string, root: string): boolean {
  const way = relative(root, folder);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
