import { globToRegExp } from './glob-to-reg-exp.ts';

/**
 * Ignore files, lowest precedence first. A stronger kind takes precedence over a weaker one, and among files of one
 * kind the nearer one does. This is the order of ripgrep, so that both find the same files.
 */
export const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore', '.geminiignore', '.bowlineignore'] as const;
export type IgnoreFile = (typeof IGNORE_FILES)[number];

/** No tool can read what these match. Only those directly in the session's folders count. */
export const ROOT_IGNORE_FILES: readonly IgnoreFile[] = ['.geminiignore', '.bowlineignore'];

/** One line of an ignore file. */
export interface IgnoreRule {
  /** Starts at 1. */
  readonly line: number;
  readonly glob: string;
  readonly pattern: RegExp;
  readonly isNegated: boolean;
  readonly isFolderOnly: boolean;
}

/** The rules of one ignore file, and the folder they apply to. */
export interface IgnoreRules {
  readonly base: string;
  readonly name: IgnoreFile;
  /** The precedence of its kind. */
  readonly strength: number;
  readonly rules: readonly IgnoreRule[];
}

/** Parses an ignore file like Git, except that braces list alternatives, as in ripgrep. */
export function parseIgnoreRules(
  file: { readonly base: string; readonly name: IgnoreFile },
  text: string,
): IgnoreRules {
  const lines = text.replace(/^\u{FEFF}/u, '').split(/\r?\n/);
  const isRoot = ROOT_IGNORE_FILES.includes(file.name);
  const rules = lines.flatMap((line, at) => parseRule(line, { line: at + 1, isRoot }) ?? []);
  return { ...file, strength: IGNORE_FILES.indexOf(file.name), rules };
}

/** Adds the rules of lower folders to those from above. They are evaluated from the end. */
export function addRules(above: readonly IgnoreRules[], below: readonly IgnoreRules[]): readonly IgnoreRules[] {
  return below.length === 0 ? above : [...above, ...below].toSorted((a, b) => a.strength - b.strength);
}

/** Whether a path is ignored. Among matching rules, the last one in the nearest file of the strongest kind decides. */
export function isIgnored(files: readonly IgnoreRules[], path: string, isFolder: boolean): boolean {
  return findIgnoreRule(files, path, isFolder)?.rule.isNegated === false;
}

/** The rule that decides whether a path is hidden, and its file. Undefined if none matches. */
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
  // Git would match nothing, but a rule that is meant to hide a file must hide it.
  if (isRoot && !isNegated) glob = glob.replace(/^\.\//, '/');
  const isFolderOnly = glob.endsWith('/');
  if (isFolderOnly) glob = glob.slice(0, -1);
  const isAnchored = glob.includes('/');
  glob = glob.replace(/^\//, '');
  if (glob === '') return undefined;
  // Some file systems ignore case, so hiding rules match any case, while rules that show a file must match exactly.
  const caseSensitive = isNegated || !isRoot;
  const pattern = globToRegExp(isAnchored ? glob : `**/${glob}`, { caseSensitive, braces: true });
  return { line, glob, pattern, isNegated, isFolderOnly };
}
