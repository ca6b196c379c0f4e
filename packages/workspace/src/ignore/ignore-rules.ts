import { globToRegExp } from './glob-to-reg-exp.ts';

/**
 * The files whose rules hide what they name, weakest first: a rule of a stronger kind counts whatever a weaker one says,
 * and of one kind the nearer file. It is how ripgrep has it, so that both find the same.
 */
export const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore', '.geminiignore', '.bowlineignore'] as const;
export type IgnoreFile = (typeof IGNORE_FILES)[number];

/** What these name cannot be read by any tool. They count in the folders of a session alone, not in those below. */
export const ROOT_IGNORE_FILES: readonly IgnoreFile[] = ['.geminiignore', '.bowlineignore'];

/** One line of an ignore file. */
export interface IgnoreRule {
  /** Lines count from 1. */
  readonly line: number;
  readonly glob: string;
  readonly pattern: RegExp;
  readonly isNegated: boolean;
  readonly isFolderOnly: boolean;
}

/** The rules of one ignore file, and the folder they are about. */
export interface IgnoreRules {
  readonly base: string;
  readonly name: IgnoreFile;
  /** How strong its kind is. */
  readonly strength: number;
  readonly rules: readonly IgnoreRule[];
}

/** Reads an ignore file as git does, but that braces mean one of several, as they do to ripgrep. */
export function parseIgnoreRules(
  file: { readonly base: string; readonly name: IgnoreFile },
  text: string,
): IgnoreRules {
  const lines = text.replace(/^\u{FEFF}/u, '').split(/\r?\n/);
  const isRoot = ROOT_IGNORE_FILES.includes(file.name);
  const rules = lines.flatMap((line, at) => parseRule(line, { line: at + 1, isRoot }) ?? []);
  return { ...file, strength: IGNORE_FILES.indexOf(file.name), rules };
}

/** Rules of folders further down added to those from above, in the order in which they are asked from the end. */
export function addRules(above: readonly IgnoreRules[], below: readonly IgnoreRules[]): readonly IgnoreRules[] {
  return below.length === 0 ? above : [...above, ...below].toSorted((a, b) => a.strength - b.strength);
}

/** Whether rules hide a path: of the rules that fit, the last of the strongest kind and its nearest file decides. */
export function isIgnored(files: readonly IgnoreRules[], path: string, isFolder: boolean): boolean {
  return findIgnoreRule(files, path, isFolder)?.rule.isNegated === false;
}

/** The rule that decides whether a path is hidden, and its file; undefined when none fits. */
export function findIgnoreRule(
  files: readonly IgnoreRules[],
  path: string,
  isFolder: boolean,
): { readonly rules: IgnoreRules; readonly rule: IgnoreRule } | undefined {
  for (let at = files.length - 1; at >= 0; at -= 1) {
    const rules = files[at] as IgnoreRules;
    const { base } = rules;
    if (!path.startsWith(`${base}/`) && base !== '/') continue;
    const relative = path.slice(base === '/' ? 1 : base.length + 1);
    const rule = rules.rules.findLast((each) => (isFolder || !each.isFolderOnly) && each.pattern.test(relative));
    if (rule !== undefined) return { rules, rule };
  }
  return undefined;
}

/** Whether rules can show what weaker ones hide. */
export function canUnhide({ strength, rules }: IgnoreRules): boolean {
  return strength > 0 && rules.some(({ isNegated }) => isNegated);
}

function parseRule(
  text: string,
  { line, isRoot }: { readonly line: number; readonly isRoot: boolean },
): IgnoreRule | undefined {
  let glob = text.replace(/(?<!\\)\s+$/, '');
  if (glob === '' || glob.startsWith('#')) return undefined;
  const isNegated = glob.startsWith('!');
  if (isNegated) glob = glob.slice(1);
  // To git it fits nothing; written to hide a file it means that file.
  if (isRoot && !isNegated) glob = glob.replace(/^\.\//, '/');
  const isFolderOnly = glob.endsWith('/');
  if (isFolderOnly) glob = glob.slice(0, -1);
  const isAnchored = glob.includes('/');
  glob = glob.replace(/^\//, '');
  if (glob === '') return undefined;
  // Some disks find a file by its name in any case, so what hides it fits any case; what shows it must be exact.
  const caseSensitive = isNegated || !isRoot;
  const pattern = globToRegExp(isAnchored ? glob : `**/${glob}`, { caseSensitive, braces: true });
  return { line, glob, pattern, isNegated, isFolderOnly };
}
