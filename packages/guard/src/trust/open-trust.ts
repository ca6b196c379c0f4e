import { statSync } from 'node:fs';
import { isAbsolute, join, parse, resolve } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { decideTrust, isWithin } from './decide-trust.ts';
import { placeRule, rootOf, whyNotCounted } from './place-rule.ts';
import { readTrustFile } from './read-trust-file.ts';
import { toRealPath } from './to-real-path.ts';
import type { TrustLevel, TrustRule } from './trust-rule.ts';
import { writeTrustFile } from './write-trust-file.ts';

/** Where trust is kept, and what the command line adds to it. */
export interface TrustPlaces {
  /** Our folder, which has the file that we write. */
  readonly bowlineHome: string;
  /** The person's home folder, where Gemini CLI's file is. */
  readonly home: string;
  /** Folders that are trusted for this run alone. */
  readonly flagged?: readonly string[];
  /** The source of the setting that folders need no trust: every folder without a rule is then trusted. */
  readonly everywhere?: string | undefined;
}

/** Whether a folder is trusted, and who says so. */
export interface TrustVerdict {
  /** The folder with no links left: what was decided about. */
  readonly folder: string;
  readonly isTrusted: boolean;
  /** The file that decides, `flag` for the command line, `none` if there is no decision. */
  readonly source: string;
  /** The folder that is named there. */
  readonly rule?: string;
  readonly level: TrustLevel | 'none';
  /** What was wrong with files that do not count for that. */
  readonly warnings: readonly string[];
}

/** A rule as it is listed. */
export interface ListedRule extends TrustRule {
  /** The folder that it is about, with all below. */
  readonly root: string;
  /** Why it does not count. */
  readonly problem?: string;
}

/** What came of adding a rule. */
export interface TrustAdded extends TrustRule {
  readonly root: string;
  readonly warnings: readonly string[];
}

/** Which folders a person trusts. Each call reads the files again. */
export interface Trust {
  /** Our file. */
  readonly path: string;
  /** Looks at the folder's own path and at nothing in it. A folder that is not there is not trusted. */
  readonly of: (folder: string) => TrustVerdict;
  readonly add: (folder: string, level?: TrustLevel) => TrustAdded;
  /** Takes what our file says of this very folder out of it. */
  readonly remove: (folder: string) => readonly TrustRule[];
  /** What the files say, ours first. */
  readonly list: () => { readonly rules: readonly ListedRule[]; readonly warnings: readonly string[] };
}

/** Opens what is known of trust. A damaged file of ours is an error at every use: then nothing is trusted. */
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
      const isWide = level !== 'DO_NOT_TRUST' && isWithin(realHome, root);
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

/** A person who wrote a link is told why it has no effect. */
function whyLinked({ level }: TrustRule, root: string): string | undefined {
  const real = toRealPath(root);
  const isLinked = real !== undefined && real.toLowerCase() !== root.toLowerCase() && level !== 'DO_NOT_TRUST';
  return isLinked ? `it is a symbolic link; trust ${real} instead` : undefined;
}

/** The folder itself, with no links left, is what a rule names. */
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

/** Ours before theirs. Of a damaged file of theirs only what it forbids counts. */
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
