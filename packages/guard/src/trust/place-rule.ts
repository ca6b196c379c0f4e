import { isWithin } from '@bowline/protocol/plain';
import { dirname, isAbsolute, parse, resolve } from 'node:path';
import { type PlacedRule } from './decide-trust.ts';
import { toRealPath } from './to-real-path.ts';
import type { TrustRule } from './trust-rule.ts';

/** A rule, and where it applies. */
export interface Placed extends PlacedRule {
  readonly rule: TrustRule;
}

/**
 * Where a rule applies. A trusted path is taken as written: the user never saw where a link in it leads today, so only
 * spellings that the file system treats as equal are equal. An untrusted path covers both the link and its target.
 */
export function placeRule(rule: TrustRule, folder: string, rank: number): readonly Placed[] {
  const { level } = rule;
  const path = resolve(rule.path);
  const root = rootOf({ path, level });
  const written = { path, root, level, rank, rule };
  if (level === 'DO_NOT_TRUST') {
    const real = toRealPath(path);
    return real === undefined || real === path ? [written] : [written, { ...written, path: real, root: real }];
  }
  // The disk is accessed only from here on, so that a rule about an unresponsive drive does not delay every start.
  if (isWithin({ path: folder, root }) || !isWithin({ path: fold(folder), root: fold(root) })) return [written];
  const real = toRealPath(root);
  return real === undefined || fold(real) !== fold(root) ? [written] : [written, { ...written, root: real }];
}

/** The folder that a rule applies to. */
export function rootOf({ path, level }: Pick<TrustRule, 'path' | 'level'>): string {
  return level === 'TRUST_PARENT' ? dirname(resolve(path)) : resolve(path);
}

/** Why a rule of a file has no effect for any folder. Undefined if it may have one. */
export function whyNotCounted(rule: TrustRule, home: string): string | undefined {
  if (!isAbsolute(rule.path)) return 'the path is not absolute';
  if (rule.level === 'DO_NOT_TRUST') return undefined;
  const root = rootOf(rule);
  if (root === parse(root).root) return 'it would trust the whole machine';
  const file = toRealPath(rule.source) ?? rule.source;
  // The author of a folder must not vouch for it. A user's home contains many files that vouch for what is in it.
  if (isWithin({ path: file, root }) && !isWithin({ path: home, root }))
    return 'the trust file itself is in that folder';
  return undefined;
}

/** Normalizes paths that some file systems treat as equal. */
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
