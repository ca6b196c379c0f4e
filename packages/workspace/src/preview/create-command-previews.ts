import { isWithin } from '@bowline/protocol/plain';
import { plural, type FileChange } from '@bowline/protocol';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { arch } from 'node:os';
import { join, relative } from 'node:path';
import { toCommandEnvironment } from '../processes/to-command-environment.ts';
import type { Confinement } from '../sandbox/confinement.ts';
import type { Bubblewrap, Detected } from '../sandbox/linux/detect-bubblewrap.ts';
import { findWalls } from '../sandbox/walls/find-walls.ts';
import { toKey } from '../snapshots/file-key.ts';
import { isInGit } from '../snapshots/left-out.ts';
import type { LocalHistory } from '../snapshots/create-file-history.ts';
import type { Effects } from '../snapshots/collect-effects.ts';
import type { CommandPreviews, PreviewedCommand, PreviewStart } from '../workspace.ts';
import { describeRepositories } from './describe-repositories.ts';
import { detectOverlay } from './detect-overlay.ts';
import { prepareFill } from './fill-copy.ts';
import type { OverlayStart } from './overlay-script.ts';
import { openPreviewPlace } from './preview-place.ts';
import { runInOverlay, type OverlayEnd } from './run-in-overlay.ts';

/** A preview that takes longer is ended. */
const TIMEOUT_MS = 300_000;
const MOST = 3;

/** How a workspace runs commands in a copy. */
export interface PreviewParts {
  readonly root: string;
  /** A private folder for the changes of runs. */
  readonly folder: string;
  /** The process that runs them. Its end ends them. */
  readonly pid: number;
  readonly history: Pick<LocalHistory, 'collect' | 'apply' | 'check' | 'read'>;
  /** The environment of commands. */
  readonly env: Readonly<Record<string, string>>;
  /** PATH for programs that Bowline itself runs. */
  readonly unaskedPath?: string | undefined;
  readonly sandbox: PreviewSandbox;
  /** Removes secrets from output. */
  readonly redact?: ((text: string) => string) | undefined;
}

/** The sandbox that runs use, also if the session's commands are not sandboxed. */
export interface PreviewSandbox {
  readonly detect: () => Promise<Detected<Bubblewrap>>;
  /** The profile *work* without network. */
  readonly confine: () => Promise<Confinement>;
  /** The folders that a command may change, none inside another, the workspace first. */
  readonly writableFolders: () => Promise<readonly string[]>;
}

/** Runs commands in overlays of the workspace. Detects nothing before the first run. */
export function createCommandPreviews(parts: PreviewParts): CommandPreviews {
  let detected: Detected<Found> | undefined;
  return {
    run: async (start, signal) => {
      detected ??= await detect(parts);
      if (!detected.ok) return detected;
      const place = openPreviewPlace(parts.folder, parts.pid);
      try {
        return await runOnce(start, { ...parts, found: detected.found, place: place.path, signal });
      } finally {
        place.remove();
      }
    },
    problem: async () => {
      detected ??= await detect(parts);
      return detected.ok ? undefined : detected.problem;
    },
    check: async (changes) => await parts.history.check(changes),
    apply: async (changes, how) => await parts.history.apply(changes, how),
  };
}

interface Found {
  readonly bubblewrap: Bubblewrap;
  readonly start: OverlayStart;
}

async function detect({ sandbox, folder, pid }: PreviewParts): Promise<Detected<Found>> {
  const bubblewrap = await sandbox.detect();
  if (!bubblewrap.ok) return bubblewrap;
  const start = detectOverlay(folder, { pid, isRoot: bubblewrap.found.isRoot });
  return start.ok ? { ok: true, found: { bubblewrap: bubblewrap.found, start: start.found } } : start;
}

interface Run extends PreviewParts {
  readonly found: Found;
  readonly place: string;
  readonly signal: AbortSignal;
}

type Outcome = Awaited<ReturnType<CommandPreviews['run']>>;

async function runOnce(start: PreviewStart, run: Run): Promise<Outcome> {
  const { root, sandbox, found, place, signal, env } = run;
  const { command, cwd, words = ['/bin/bash', '-c', command], timeoutMs = TIMEOUT_MS, over = [] } = start;
  const folders = await sandbox.writableFolders();
  const mount = findMountInside(folders);
  if (mount !== undefined) return { ok: false, problem: `${mount} is a mount of its own inside the workspace` };
  const { blocked, problem } = await fillPlace(start, run);
  if (problem !== undefined) return { ok: false, problem };
  const confinement = await sandbox.confine();
  const architecture = arch() === 'arm64' ? 'arm64' : 'x64';
  const ended = await runInOverlay({
    ...{ start: found.start, sandbox: { bubblewrap: found.bubblewrap, architecture }, confinement, folders, place },
    ...{ words, cwd, env: toCommandEnvironment(env, { hasTerminal: false }), timeoutMs, signal },
    filled: over.length === 0 ? undefined : root,
  });
  if ('problem' in ended) return { ok: false, problem: ended.problem };
  try {
    const at = Math.max(0, folders.indexOf(root));
    const effects = await run.history.collect({
      view: ended.view(root),
      upper: ended.upper(at),
      began: ended.began,
      scratch: place,
      begun: over.map(({ path }) => path),
      placeholders: findPlaceholders(ended, root, over),
    });
    const gitEnv = { ...env, PATH: run.unaskedPath ?? env['PATH'] ?? '' };
    const where = { root, view: ended.view(root), upper: ended.upper(at), scratch: join(place, 'git'), env: gitEnv };
    const git = await describeRepositories(effects.changes, where);
    const outside = folders.filter((folder, n) => n !== at && hasChanges(ended.upper(n), folder, ended));
    return { ok: true, preview: toPreview(start, { ended, effects, git, outside, blocked, redact: run.redact }) };
  } finally {
    await ended.close();
  }
}

/** Prepares what the copy begins with. */
async function fillPlace(
  { over = [], isToShow = false }: PreviewStart,
  { root, place, history }: Run,
): Promise<{ readonly blocked: readonly string[]; readonly problem?: string }> {
  if (over.length === 0) return { blocked: [] };
  const { missing, blocked } = await prepareFill(over, { root, place, contents: history });
  if (missing !== undefined) return { blocked, problem: `the pending content of ${missing} is no longer stored` };
  if (blocked.length === 0 || isToShow) return { blocked };
  return { blocked, problem: `${list(blocked)} was replaced in the workspace, so the pending changes do not fit` };
}

/** Paths that were made only so that they can be protected. */
function findPlaceholders(
  { placeholders }: OverlayEnd,
  root: string,
  over: NonNullable<PreviewStart['over']>,
): readonly string[] {
  return placeholders
    .filter(({ path }) => isWithin({ path, root }))
    .map(({ path }) => toKey(Buffer.from(relative(root, path))))
    .filter((key) => !over.some(({ path }) => path === key));
}

interface Results extends Pick<PreviewParts, 'redact'> {
  readonly ended: OverlayEnd;
  readonly effects: Awaited<ReturnType<LocalHistory['collect']>>;
  readonly git: readonly string[];
  readonly outside: readonly string[];
  /** What the copy could not begin with. */
  readonly blocked: readonly string[];
}

function toPreview(start: PreviewStart, results: Results): PreviewedCommand {
  const { ended, effects, git, outside, redact = (text: string): string => text } = results;
  const { changes, disturbed, files, fileCount, diffs, databases, reverted } = effects;
  const [head, tail] = [redact(ended.end.head), redact(ended.end.tail)];
  const end = { ...ended.end, head, tail, outputPath: '' };
  const obstacle = describeObstacle(effects, outside, end.stop !== null);
  const limits = describeLimits(start, results);
  const shown = { files, fileCount, diffs, databases };
  return {
    ...shown,
    end,
    changes,
    reverted,
    git,
    limits,
    conflicts: disturbed,
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

function describeObstacle({ lost }: Effects, outside: readonly string[], isStopped: boolean): string | undefined {
  if (isStopped) return 'the command did not end in time';
  if (outside.length > 0) return `it also changes files in ${outside.join(', ')}`;
  const [first] = lost;
  if (first === undefined) return undefined;
  switch (first.reason) {
    case 'too-large':
      return `${first.path} is too large to keep`;
    case 'too-many':
      return 'it changes too many files to keep';
    case 'store-full':
      return 'there is no room to keep its changes';
    case 'secret':
      return `${first.path} has an API key that Bowline knows, which it does not store`;
    case 'special':
      return `${first.path} is a pipe, a socket or a device`;
    default:
      return `${first.path} cannot be read`;
  }
}

/** What a real run might do that this one could not. */
function describeLimits({ cwd }: PreviewStart, { ended, effects, blocked }: Results): readonly string[] {
  const { head, tail } = ended.end;
  const walls = findWalls(`${head}\n${tail}`, { cwd, exists: () => false, listens: () => false });
  const hosts = walls.flatMap((wall) => (wall.need === 'network' ? [wall.host] : []));
  const writes = walls.flatMap((wall) => (wall.need === 'write' ? [wall.path] : []));
  const services = walls.flatMap((wall) => (wall.need === 'service' ? [wall.path] : []));
  return [
    ...(blocked.length === 0 ? [] : [`Not shown: what is pending at ${list(blocked)}, where something else is now.`]),
    ...(hosts.length === 0 ? [] : [`It wanted to reach ${list(hosts)}; a preview has no network.`]),
    ...(services.length === 0 ? [] : [`It wanted to use ${list(services)}, which a preview cannot reach.`]),
    ...(writes.length === 0 ? [] : [`It wanted to change ${list(writes)}, which a preview cannot.`]),
    ...(ended.left.length === 0
      ? []
      : [
          `It left ${plural(ended.left.length, 'process', 'processes')} running (${list(ended.left)}), ended with the preview.`,
        ]),
    ...(effects.special.length === 0
      ? []
      : [`Not kept: ${list(effects.special)} (a socket, pipe or link in Git's folder).`]),
  ];
}

function list(names: readonly string[]): string {
  const all = [...new Set(names)];
  return all.length > MOST ? `${all.slice(0, MOST).join(', ')} and ${all.length - MOST} more` : all.join(', ');
}

/** Whether a command has left something in a folder. Paths that were made so that they can be protected do not count. */
function hasChanges(upper: string, folder: string, { placeholders }: Pick<OverlayEnd, 'placeholders'>): boolean {
  return readdirSync(upper, { withFileTypes: true }).some((entry) => {
    const [own, below] = [join(upper, entry.name), join(folder, entry.name)];
    if (!entry.isDirectory()) return !placeholders.some(({ path }) => path === below);
    const mode = statSync(below, { throwIfNoEntry: false })?.mode;
    const isAbove = placeholders.some(({ path }) => isWithin({ path, root: below }));
    return !isAbove || (mode !== undefined && mode !== statSync(own).mode) || hasChanges(own, below, { placeholders });
  });
}

/** An overlay does not show mounts inside a folder. */
function findMountInside(folders: readonly string[]): string | undefined {
  const device = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.dev;
  const points = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) =>
      (line.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 8)),
      ),
    );
  return points.find((point) =>
    folders.some((folder) => point !== folder && point.startsWith(`${folder}/`) && device(point) !== undefined),
  );
}

/** Changes that a history can undo: Git's folder has a history of its own. */
export function toUndoable(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.filter(({ path }) => !isInGit(path));
}
