import { globToRegExp } from './glob-to-reg-exp.ts';

/** The files whose rules hide what they name, weakest first. */
export const IGNORE_FILES = ['.gitignore', '.ignore', '.geminiignore'] as const;

interface IgnoreRule {
  readonly pattern: RegExp;
  readonly isNegated: boolean;
  readonly isFolderOnly: boolean;
}

/** The rules of one ignore file, and the folder they are about. */
export interface IgnoreRules {
  readonly base: string;
  readonly rules: readonly IgnoreRule[];
}

/** Reads an ignore file as git does. */
export function parseIgnoreRules(base: string, text: string): IgnoreRules {
  return { base, rules: text.split(/\r?\n/).flatMap((line) => parseRule(line) ?? []) };
}

/** Whether rules hide a path: of the rules that fit, the last of the nearest file decides. */
export function isIgnored(files: readonly IgnoreRules[], path: string, isFolder: boolean): boolean {
  for (const { base, rules } of files.toReversed()) {
    if (!path.startsWith(`${base}/`) && base !== '/') continue;
    const relative = path.slice(base === '/' ? 1 : base.length + 1);
    const rule = rules.findLast((each) => (isFolder || !each.isFolderOnly) && each.pattern.test(relative));
    if (rule !== undefined) return !rule.isNegated;
  }
  return false;
}

function parseRule(line: string): IgnoreRule | undefined {
  let glob = line.replace(/(?<!\\)\s+$/, '');
  if (glob === '' || glob.startsWith('#')) return undefined;
  const isNegated = glob.startsWith('!');
  if (isNegated) glob = glob.slice(1);
  const isFolderOnly = glob.endsWith('/');
  if (isFolderOnly) glob = glob.slice(0, -1);
  const isAnchored = glob.includes('/');
  glob = glob.replace(/^\//, '');
  if (glob === '') return undefined;
  const pattern = globToRegExp(isAnchored ? glob : `**/${glob}`, { caseSensitive: true, braces: false });
  return { pattern, isNegated, isFolderOnly };
}
