import { dirname, isAbsolute, join, resolve } from 'node:path';
import {
  checkCommand,
  checkContent,
  checkDisk,
  checkHidden,
  checkPaths,
  checkSize,
  sortFindings,
  type Finding,
  type ShellLine,
} from '@bowline/policy';
import type { Workspace } from '@bowline/workspace';
import { callPaths, type CheckedCall } from './call-paths.ts';
import { commandFiles, cwdOf } from './command-files.ts';
import { eachText, type ArgumentText } from './each-text.ts';
import { freeBytes } from './free-bytes.ts';
import { resolvePaths } from './resolve-paths.ts';
import { withinTime } from './within-time.ts';

/** Limits of the safety checks. */
export interface SafetyLimits {
  /** The time limit for each check. */
  readonly timeoutMs: number;
  /** Larger writes are reported. */
  readonly maxBytes: number;
  /** The disk space that should stay free. */
  readonly keepFreeBytes: number;
}

const usualLimits: SafetyLimits = { timeoutMs: 10_000, maxBytes: 10_000_000, keepFreeBytes: 100_000_000 };

/** What safety checks depend on. */
export interface SafetyParts {
  readonly workspace: Workspace;
  /** The session's directories as the user spelled them. The workspace knows their real paths. */
  readonly root: string;
  readonly directories: readonly string[];
  readonly home: string;
  /** Where the agent keeps its own settings and rules. */
  readonly agentFolders?: readonly string[];
  readonly limits?: Partial<SafetyLimits>;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/**
 * Finds what the user should know about a call before it runs. Throws if that cannot be determined, and the caller then
 * denies the call.
 */
export type CheckSafety = (call: CheckedCall, shell?: ShellLine) => Promise<readonly Finding[]>;

const SHELL = 'run_shell_command';
const NOT_READ: ShellLine = { kind: 'not_understood', why: 'it could not be read' };

/** The built-in checks of this machine, each with a time limit. */
export function createSafetyChecks(parts: SafetyParts): CheckSafety {
  const limits = { ...usualLimits, ...parts.limits };
  const within = (name: string, check: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> =>
    withinTime({ name, timeoutMs: limits.timeoutMs }, check);
  return async (call, shell) => {
    const line = shell ?? (call.name === SHELL ? NOT_READ : undefined);
    const found = await Promise.all([
      within('paths', () => inspectPaths(call, line, parts)),
      within('commands', async () => (line === undefined ? [] : checkCommand(line))),
      within('contents', async () => inspectTexts(call)),
      within('room', () => inspectRoom(call, limits, parts)),
    ]);
    const once = new Map(found.flat().map((finding) => [JSON.stringify(finding), finding]));
    return sortFindings([...once.values()]);
  };
}

async function inspectPaths(
  call: CheckedCall,
  line: ShellLine | undefined,
  parts: SafetyParts,
): Promise<readonly Finding[]> {
  const { files, root: ownRoot, directories } = parts.workspace;
  const roots = await Promise.all([ownRoot, ...directories].map((root) => files.realPath(root)));
  const named = callPaths(call).map((path) => ({ ...path, path: toAbsolute(path.path, path.isGuess, parts) }));
  const command = line === undefined ? { touched: [], findings: [] } : await commandFiles(call, line, parts);
  const touched = [...named, ...command.touched];
  const spelledRoots = [parts.root, ...parts.directories].map((root) => resolve(parts.root, root));
  const { home, agentFolders = [] } = parts;
  const paths = await resolvePaths(touched, { files, roots });
  return [...command.findings, ...checkPaths({ paths, roots, spelledRoots, home, agentFolders })];
}

/** As the tool would resolve it. It is unknown whether tools that are not built in expand `~`. */
function toAbsolute(path: string, isGuess: boolean, { workspace, home }: SafetyParts): string {
  if (isGuess && path.startsWith('~/')) return join(home, path.slice(2));
  return isAbsolute(path) ? path : `${workspace.root}/${path}`;
}

/**
 * Finds secrets in what is written or run, and invisible characters everywhere, because the approval request shows
 * them.
 */
function inspectTexts(call: CheckedCall): readonly Finding[] {
  const written = new Set(writtenTexts(call).map(({ text }) => text));
  return eachText(call.args)
    .filter(({ name }) => !(call.name === 'replace' && name === 'old_string'))
    .flatMap(({ name, text }) =>
      (written.has(text) ? checkContent(text) : checkHidden(text)).map((finding) => ({
        ...finding,
        message: `${name} ${finding.message}`,
      })),
    );
}

/**
 * The texts of a call that are written or sent somewhere: one argument of built-in tools, and every argument of others.
 */
function writtenTexts({ name, args, effect }: CheckedCall): readonly ArgumentText[] {
  if (effect === 'read') return [];
  // The call has one of its own, or one in each of several edits.
  if (name === 'replace') return eachText(args).filter((each) => each.name === 'new_string');
  const only = new Map([
    ['write_file', 'content'],
    [SHELL, 'command'],
  ]).get(name);
  return only === undefined ? eachText(args) : eachText(args[only], only);
}

async function inspectRoom(
  call: CheckedCall,
  { maxBytes, keepFreeBytes }: SafetyLimits,
  parts: SafetyParts,
): Promise<readonly Finding[]> {
  if (call.effect !== 'write' && call.effect !== 'execute') return [];
  const isWrite = call.effect === 'write';
  const bytes = isWrite ? writtenTexts(call).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) : 0;
  const target = callPaths(call).find((path) => path.isWrite);
  const folder =
    target === undefined ? cwdOf(call, parts.workspace) : dirname(toAbsolute(target.path, target.isGuess, parts));
  const free = await (parts.freeBytes ?? freeBytes)(folder);
  return [...checkSize({ bytes, maxBytes }), ...checkDisk({ folder, freeBytes: free, bytes, keepFreeBytes })];
}
