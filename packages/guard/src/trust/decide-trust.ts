import { isWithin } from '@bowline/protocol/plain';
import type { TrustLevel } from './trust-rule.ts';

/** A rule and where it applies. Paths are absolute and normalized. Links are not followed here. */
export interface PlacedRule {
  /** The folder that the rule names. */
  readonly path: string;
  /** The folder that the rule applies to, with everything below: that folder, or its parent. */
  readonly root: string;
  readonly level: TrustLevel;
  /** Of two rules that name the same folder, the one with the lower rank replaces the other. */
  readonly rank: number;
}

/**
 * The rule that decides about a folder, if any: the one with the deepest root. For the same root, `DO_NOT_TRUST` comes
 * before the others. Uses only the names of folders.
 */
export function decideTrust<R extends PlacedRule>(folder: string, rules: readonly R[]): R | undefined {
  const near = rules.filter((rule) => isWithin({ path: folder, root: rule.root }));
  const isReplaced = ({ path, rank }: R): boolean => near.some((other) => other.path === path && other.rank < rank);
  const [first] = near
    .filter((rule) => !isReplaced(rule))
    .sort((a, b) => b.root.length - a.root.length || strictness[a.level] - strictness[b.level] || a.rank - b.rank);
  return first;
}

const strictness: Readonly<Record<TrustLevel, number>> = { DO_NOT_TRUST: 0, TRUST_FOLDER: 1, TRUST_PARENT: 2 };
