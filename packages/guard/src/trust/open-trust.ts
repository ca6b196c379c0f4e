import { writeWholeFile } from '@bowline/workspace';
import { statSync } from 'node:fs';
import { isAbsolute, join, parse, resolve } from 'node:path';
import { AgentError, isWithin } from '@bowline/protocol';
import { decideTrust } from './decide-trust.ts';
import { placeRule, rootOf, whyNotCounted } from './place-rule.ts';
import { readTrustFile } from './read-trust-file.ts';
import { toRealPath } from './to-real-path.ts';
import type { TrustLevel, TrustRule } from './trust-rule.ts';

/** Where trust is stored, and what the command line adds. */
export interface TrustPlaces {
  /** Bowline's own directory, with the trust file that it writes. */
  readonly bowlineHome: string;
  /** The user's home directory, which contains Gemini CLI's trust file. */
  readonly home: string;
  /** Folders that are trusted only for this run. */
  readonly flagged?: readonly string[];
  /** The source of the setting that turns folder trust off. Every folder without a rule is then trusted. */
  readonly everywhere?: string | undefined;
}

/** Whether a folder is trusted, and what decides that. */
export interface TrustVerdict {
  /** The folder with all links resolved, which the decision is about. */
  readonly folder: string;
  readonly isTrusted: boolean;
  /** The file that decides, `flag` for the command line, `none` if there is no decision. */
  readonly source: string;
  /** The folder that the deciding rule names. */
  readonly rule?: string;
  readonly level: TrustLevel | 'none';
  /** Problems with files, which are ignored because of them. */
  readonly warnings: readonly string[];
}

/** A rule in the list of all rules. */
export interface ListedRule extends TrustRule {
  /** The folder that the rule applies to, with everything below. */
  readonly root: string;
  /** Why the rule has no effect. */
  readonly problem?: string;
}

/** The result of adding a rule. */
export interface TrustAdded extends TrustRule {
  readonly root: string;
  readonly warnings: readonly string[];
}

/** The folders that the user trusts. Each call reads the files again. */
export interface Trust {
  /** Bowline's own trust file. */
  readonly path: string;
  /** Uses only the folder's own path, and nothing in the folder. A folder that does not exist is not trusted. */
  readonly of: (folder: string) => TrustVerdict;
  readonly add: (folder: string, level?: TrustLevel) => TrustAdded;
  /** Removes the rules for exactly this folder from Bowline's own trust file. */
  readonly remove: (folder: string) => readonly TrustRule[];
  /** The rules of all trust files, Bowline's own first. */
  readonly list: () => { readonly rules: readonly ListedRule[]; readonly warnings: readonly string[] };
}

/** Opens the stored trust. If Bowline's own file is damaged, every use throws, so nothing is trusted. */
export function openTrust({ bowlineHome, home, flagged = [], everywhere }: TrustPlaces): Trust {
  const path = join(bowlineHome, 'trusted-folders.json');
  const theirs = join(home, '.gemini', 'trustedFolders.json');
  const realHome = toRealPath(home) ?? resolve(home);
  const flags = flagged.map((folder) => toRule(folder, 'TRUST_FOLDER', 'flag'));
  const otherwise = (folder: string): Said =>
    everywhere === undefined ? NOBODY : toVerdict({ path: folder, level: 'TRUST_FOLDER', source: everywhere });
  return {
    path,
    of: (wanted) => {
      const known = readAll(path, theirs);
      const folder = toRealPath(wanted);
      if (folder === undefined) return { folder: resolve(wanted), ...NOBODY, warnings: known.warnings };
      const placed = [flags, ...known.ranks.map((rules) => rules.filter((rule) => counts(rule, realHome)))].flatMap(
        (rules, rank) => rules.flatMap((rule) => placeRule(rule, folder, rank)),
      );
      const found = decideTrust(folder, placed)?.rule;
      return { folder, ...(found === undefined ? otherwise(folder) : toVerdict(found)), warnings: known.warnings };
    },
    add: (folder, level = 'TRUST_FOLDER') => {
      const rule = toRule(folder, level, path);
      const problem = whyNotCounted(rule, realHome);
      if (problem !== undefined) throw refused(rule, problem);
      const others = readOurs(path).filter((other) => resolve(other.path) !== rule.path);
      writeTrustFile(path, [...others, rule]);
      const root = rootOf(rule);
      const isWide = level !== 'DO_NOT_TRUST' && isWithin({ path: realHome, root });
      return { ...rule, root, warnings: isWide ? [`Everything in ${root} is now trusted, ${WIDE}`] : [] };
    },
    remove: (folder) => {
      const names = [resolve(folder), toRealPath(folder)];
      const rules = readOurs(path);
      const gone = rules.filter((rule) => names.includes(resolve(rule.path)));
      const kept = rules.filter((rule) => !gone.includes(rule));
      if (gone.length > 0) writeTrustFile(path, kept);
      return gone;
    },
    list: () => {
      const { ranks, warnings } = readAll(path, theirs);
      return { rules: ranks.flat().map((rule) => toListed(rule, realHome)), warnings };
    },
  };
}

const WIDE = 'including your home directory and every repository that you clone into it';
const NOBODY = { isTrusted: false, source: 'none', level: 'none' } as const;

type Said = Pick<TrustVerdict, 'isTrusted' | 'source' | 'rule' | 'level'>;

function toVerdict({ level, source, path }: TrustRule): Said {
  return { isTrusted: level !== 'DO_NOT_TRUST', source, rule: path, level };
}

function counts(rule: TrustRule, home: string): boolean {
  return whyNotCounted(rule, home) === undefined;
}

function toListed(rule: TrustRule, home: string): ListedRule {
  const root = isAbsolute(rule.path) ? rootOf(rule) : rule.path;
  const problem = whyNotCounted(rule, home) ?? whyLinked(rule, root);
  return { ...rule, root, ...(problem === undefined ? {} : { problem }) };
}

/** Tells users who wrote a link why it has no effect. */
function whyLinked({ level }: TrustRule, root: string): string | undefined {
  const real = toRealPath(root);
  const isLinked = real !== undefined && real.toLowerCase() !== root.toLowerCase() && level !== 'DO_NOT_TRUST';
  return isLinked ? `it is a symbolic link; trust ${real} instead` : undefined;
}

/** A rule names the folder itself, with all links resolved. */
function toRule(folder: string, level: TrustLevel, source: string): TrustRule {
  const path = toRealPath(folder);
  const isFolder = path !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) throw new AgentError('SEND_INVALID', `Not a folder: ${folder}`, { hint: 'Check the path' });
  const rule = { path, level, source };
  if (level !== 'DO_NOT_TRUST' && rootOf(rule) === parse(path).root)
    throw refused(rule, 'it would trust the whole machine');
  return rule;
}

function refused({ path, level }: TrustRule, problem: string): AgentError {
  const what = level === 'TRUST_PARENT' ? `the parent of ${path}` : path;
  return new AgentError('SEND_INVALID', `Cannot trust ${what}: ${problem}`, {
    hint: 'Trust single folders in it instead',
  });
}

/** Bowline's own file comes before Gemini CLI's. If the latter is damaged, only its `DO_NOT_TRUST` rules count. */
function readAll(
  ours: string,
  theirs: string,
): { readonly ranks: readonly (readonly TrustRule[])[]; readonly warnings: readonly string[] } {
  const { rules, damage } = readTrustFile(theirs);
  if (damage === undefined) return { ranks: [readOurs(ours), rules], warnings: [] };
  const forbidding = rules.filter(({ level }) => level === 'DO_NOT_TRUST');
  return { ranks: [readOurs(ours), forbidding], warnings: [`Ignored the trusted folders in ${theirs}: ${damage}`] };
}

function readOurs(path: string): readonly TrustRule[] {
  const { rules, damage } = readTrustFile(path);
  if (damage === undefined) return rules;
  throw new AgentError('SETTINGS_INVALID', `${path}: ${damage}`, {
    hint: 'Correct or remove the file. Until then, no folder is trusted',
  });
}

/** Writes a trust file atomically. Only its owner can read and write it. */
function writeTrustFile(path: string, rules: readonly Pick<TrustRule, 'path' | 'level'>[]): void {
  const text = `${JSON.stringify(Object.fromEntries(rules.map((rule) => [rule.path, rule.level])), null, 2)}\n`;
  writeWholeFile(path, text);
}
