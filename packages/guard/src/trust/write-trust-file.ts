import { writeWholeFile } from '@bowline/workspace';
import type { TrustRule } from './trust-rule.ts';

/** Writes a trust file atomically. Only its owner can read and write it. */
export function writeTrustFile(path: string, rules: readonly Pick<TrustRule, 'path' | 'level'>[]): void {
  const text = `${JSON.stringify(Object.fromEntries(rules.map((rule) => [rule.path, rule.level])), null, 2)}\n`;
  writeWholeFile(path, text);
}
