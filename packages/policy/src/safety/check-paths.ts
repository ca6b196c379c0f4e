import type { Severity } from '@bowline/protocol';
import { checks, type Finding, type SafetyCheck } from './finding.ts';
import { findProtected } from './find-protected.ts';
import { partsBelow, toParts } from './path-parts.ts';
import { milder, worse } from './severity.ts';
import { showPath } from './show-path.ts';

/** A path that a call uses. Both forms are absolute. */
export interface PathFact {
  /** As requested, without following links. */
  readonly asked: string;
  /** The target after following links. */
  readonly real: string;
  readonly isWrite: boolean;
  /**
   * The file may be written, but this is not certain, as for a word of a command. Findings of checks that are not
   * guards are then warnings at most.
   */
  readonly isGuess?: boolean;
  /** A command shows the file's contents, and needs approval only if there is a finding. */
  readonly isShown?: boolean;
}

/** Paths, and the directories that they are compared with. */
export interface PathFacts {
  readonly paths: readonly PathFact[];
  /** The session's directories, with links followed. */
  readonly roots: readonly string[];
  /** The same as the user spelled them. Default: `roots`. */
  readonly spelledRoots?: readonly string[];
  readonly home: string;
  /** Where the agent keeps its own settings and rules, in addition to directories with well-known names. */
  readonly agentFolders?: readonly string[];
}

/** Devices that neither reveal nor change anything on the machine. */
const HARMLESS = new Set(
  'null zero full random urandom tty stdin stdout stderr'.split(' ').map((device) => `/dev/${device}`),
);

/** Public files outside the workspace that are the same on most machines. */
const PUBLIC = new Set(['/etc/passwd', '/etc/group', '/etc/os-release', '/usr/lib/os-release', '/etc/services']);

/** Finds paths that lead outside the session's directories, and protected files. */
export function checkPaths(facts: PathFacts): readonly Finding[] {
  const places = toPlaces(facts);
  const found = new Map<string, Finding>();
  for (const path of facts.paths)
    for (const finding of checkPath(path, places)) {
      const key = `${finding.check} ${finding.message}`;
      const severity = worse(finding.severity, found.get(key)?.severity ?? finding.severity);
      found.set(key, { ...finding, severity });
    }
  return [...found.values()];
}

type Parts = readonly string[];
interface Places {
  readonly roots: readonly Parts[];
  readonly spelled: readonly Parts[];
  readonly home: Parts;
  readonly agent: readonly Parts[];
}

function toPlaces({ roots, spelledRoots = [], home, agentFolders = [] }: PathFacts): Places {
  const spelled = [...roots, ...spelledRoots].map(toParts);
  return { roots: roots.map(toParts), spelled, home: toParts(home), agent: agentFolders.map(toParts) };
}

function checkPath(path: PathFact, places: Places): readonly Finding[] {
  if (HARMLESS.has(path.asked)) return [];
  return [...checkPlace(path, places), ...checkProtected(path, places)];
}

function checkPlace(
  { asked, real, isWrite, isGuess = false, isShown = false }: PathFact,
  { roots, spelled }: Places,
): readonly Finding[] {
  const isIn = (folders: readonly Parts[], path: string): boolean =>
    folders.some((folder) => partsBelow(folder, toParts(path)) !== undefined);
  if (isIn(roots, real)) return [];
  const verb = verbOf({ isWrite, isGuess });
  if (isIn(spelled, asked)) {
    const message = `${verb} ${showPath(asked)}, a link that leads outside the workspace to ${showPath(real)}`;
    return [{ check: 'symlink_escape', severity: 'danger', message }];
  }
  if (isShown && PUBLIC.has(real)) return [];
  const message = `${verb} ${showPath(real)}, which is outside the workspace`;
  const isDanger = isShown || (isWrite && !isGuess);
  return [{ check: 'outside_workspace', severity: isDanger ? 'danger' : 'warning', message }];
}

function checkProtected(path: PathFact, places: Places): readonly Finding[] {
  const isGuess = path.isGuess ?? false;
  const found = new Map<SafetyCheck, Finding>();
  for (const spelling of [path.real, path.asked]) {
    const what = whatIs(spelling, path.isWrite, places);
    if (what === undefined || found.has(what.check)) continue;
    const { about, isGuard } = checks[what.check];
    const severity: Severity = isGuess && !isGuard ? milder(what.severity, 'warning') : what.severity;
    const message = `${verbOf({ ...path, isGuess })} ${showPath(toShort(spelling, places))}: ${about}`;
    found.set(what.check, { check: what.check, severity, message });
  }
  return [...found.values()];
}

function whatIs(path: string, isWrite: boolean, { spelled, home, agent }: Places): ReturnType<typeof findProtected> {
  const fromRoot = toParts(path);
  const below = partsBelow(innermost(spelled, fromRoot) ?? [], fromRoot) ?? fromRoot;
  const isAgents = agent.some((folder) => isInButNotBelow(folder, fromRoot, spelled));
  if (isWrite && isAgents) return { check: 'agent_config', severity: 'danger' };
  return findProtected({ fromRoot, home, below, isWrite });
}

/**
 * Whether a path is in a folder, but not in a session directory inside that folder, such as the one for long output.
 */
function isInButNotBelow(folder: Parts, path: Parts, roots: readonly Parts[]): boolean {
  if (partsBelow(folder, path) === undefined) return false;
  const root = innermost(roots, path);
  return root === undefined || root.length <= folder.length || partsBelow(folder, root) === undefined;
}

/** The deepest of the folders that contain a path: a session in `.claude/work` may work there. */
function innermost(folders: readonly Parts[], path: Parts): Parts | undefined {
  const around = folders.filter((folder) => partsBelow(folder, path) !== undefined);
  return around.toSorted((a, b) => b.length - a.length)[0];
}

function toShort(path: string, { spelled }: Places): string {
  const parts = toParts(path);
  const root = innermost(spelled, parts);
  return root === undefined || root.length === parts.length ? path : parts.slice(root.length).join('/');
}

function verbOf({ isWrite, isGuess }: Required<Pick<PathFact, 'isWrite' | 'isGuess'>>): string {
  if (!isWrite) return 'reads';
  return isGuess ? 'may read or write' : 'writes';
}
