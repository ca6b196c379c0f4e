import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describeGrant, parseGrant, parsePolicy, toGrantText, type PolicyFile } from '@bowline/policy';
import { writeWholeFile } from '@bowline/workspace';
import { findPolicyFiles, isSavedByOlder, type PolicyPlaces } from './find-policy-files.ts';

/** A saved approval. */
export interface SavedGrant {
  /** What it covers, in one sentence, or what is wrong with its file. */
  readonly text: string;
  /** The real path of the folder that it applies to. If absent, it applies in every trusted folder. */
  readonly project?: string | undefined;
  /** When it was given. Unknown for those that older versions saved. */
  readonly made?: string | undefined;
  readonly file: string;
  /** Its rules, if they can be read. */
  readonly policy?: PolicyFile;
  readonly remove: () => void;
}

/** A rule to save, and the folder that it applies to. */
export interface KeptGrant {
  readonly rule: string;
  readonly project?: string | undefined;
}

/** The approvals that are saved on this machine. */
export interface Grants {
  /** Oldest first. */
  readonly list: () => readonly SavedGrant[];
  readonly keep: (kept: KeptGrant) => void | Promise<void>;
  /** Changes when any process saves or removes a grant. */
  readonly version: () => string;
  /** Learns what other machines have saved or removed. Absent: nothing is shared. */
  readonly refresh?: () => Promise<void>;
}

/** Opens the saved approvals. Each has its own file, so that concurrent processes do not lose any. */
export function openGrants(places: Pick<PolicyPlaces, 'home' | 'bowlineHome' | 'learnedDir'>): Grants {
  const folder = join(places.learnedDir ?? places.bowlineHome, 'grants');
  return {
    list: () => [...listOlder(places), ...listFiles(folder)],
    keep: (kept) => {
      const { rule, project } = kept;
      const file = join(folder, `${grantName(kept)}.toml`);
      if (readText(file) !== undefined) return;
      writeWholeFile(file, toGrantText(rule, { project, made: new Date().toISOString() }));
    },
    version: () => String(statSync(folder, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? 'none'),
  };
}

/** The name of a grant. The same rule for the same folder has the same name everywhere. */
export function grantName({ rule, project }: KeptGrant): string {
  return createHash('sha256')
    .update(`${project ?? ''}\0${rule}`)
    .digest('hex')
    .slice(0, 16);
}

function listFiles(folder: string): readonly SavedGrant[] {
  const files = namesIn(folder).filter((name) => name.endsWith('.toml'));
  return files
    .map((name) => readGrant(join(folder, name)))
    .filter((grant) => grant !== undefined)
    .sort((a, b) => compare(a.made ?? '', b.made ?? '') || compare(a.file, b.file));
}

function readGrant(file: string): SavedGrant | undefined {
  const text = readText(file);
  if (text === undefined) return undefined;
  const grant = parseGrant(text, file);
  const remove = (): void => {
    rmSync(file, { force: true });
  };
  if ('damage' in grant) return { text: `nothing: ${basename(file)} is damaged (${grant.damage})`, file, remove };
  return { ...grant, text: describeGrant(grant.policy.rules), file, remove };
}

/**
 * Rules that older versions saved for every folder, listed one by one. A file that the user has broken is skipped,
 * because only the user can fix it.
 */
function listOlder({ home, bowlineHome, learnedDir }: Parameters<typeof openGrants>[0]): readonly SavedGrant[] {
  const places = { home, bowlineHome, learnedDir, root: home, isTrusted: false };
  const files = findPolicyFiles(places).filter(
    (found) => isSavedByOlder(found) && !found.file.startsWith(join(home, '.gemini')),
  );
  return files.flatMap(({ file, tier }) => {
    const text = readText(file) ?? '';
    const { rules, problems } = parsePolicy(text, { file, tier, answered: 'kept' });
    if (problems.length > 0) return [];
    return rules.map((rule) => ({
      text: describeGrant([rule]),
      file,
      remove: () => {
        removeTable(file, rule.text);
      },
    }));
  });
}

/** Removes the table of a rule from a file, and keeps all other lines unchanged. */
function removeTable(file: string, wanted: string): void {
  const text = readText(file) ?? '';
  const { rules } = parsePolicy(text, { file, tier: 'user', answered: 'kept' });
  const at = rules.findIndex((rule) => rule.text === wanted);
  const rule = rules[at];
  if (rule === undefined) return;
  const lines = text.split('\n');
  const next = rules[at + 1]?.line ?? lines.length + 1;
  writeWholeFile(file, [...lines.slice(0, rule.line - 1), ...lines.slice(next - 1)].join('\n'));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
