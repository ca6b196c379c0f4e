import { replaceFile } from '../disk/replace-file.ts';
import type { NetworkRecord } from '../sandbox/linux/command-network.ts';
import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HitLimit } from '../workspace.ts';

/** The recorded state of a command: enough to know that it was started and how it ended, even after a crash. */
export interface CallState {
  readonly version: 1;
  readonly key: string;
  readonly command: string;
  readonly cwd: string;
  readonly startedAt: string;
  /** Null until it is spawned. */
  readonly pid: number | null;
  /** Distinguishes this process from a later one with the same PID. */
  readonly processStart: string | null;
  readonly endedAt: string | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it was ended from outside. Null: it was not. */
  readonly stop: { readonly cause: StopCause; readonly limitMs: number | null } | null;
  readonly hasTerminal: boolean;
  /** Processes that it left running and that were ended after it. */
  readonly leftovers: number;
  /** Why it could not be sandboxed and was not run. Null: it was. */
  readonly unconfined: string | null;
  /** Sandbox limits that stopped the command or part of it. */
  readonly limits: readonly HitLimit[];
  /** What the proxy refused, and the ports of its servers. Null: no network. */
  readonly network: NetworkRecord | null;
  /** Total output size. The file holds the first `headBytes` and the last `tailBytes`. */
  readonly outputBytes: number;
  readonly headBytes: number;
  readonly tailBytes: number;
}

const causes = ['killed', 'timeout', 'silence', 'lease', 'run_ended'] as const;
type StopCause = (typeof causes)[number];

type Check = (value: unknown) => boolean;
const text: Check = (value) => typeof value === 'string';
const whole: Check = Number.isInteger;
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const isStop: Check = (value) =>
  isObject(value) &&
  causes.some((cause) => cause === value['cause']) &&
  (value['limitMs'] === null || typeof value['limitMs'] === 'number');

const kinds: Readonly<Record<HitLimit['limit'], true>> = {
  memory: true,
  processes: true,
  fileSize: true,
  temporarySpace: true,
};
const isHitLimit: Check = (value) =>
  isObject(value) &&
  Object.hasOwn(kinds, String(value['limit'])) &&
  typeof value['amount'] === 'number' &&
  typeof value['isShared'] === 'boolean';

const isNetwork: Check = (value) =>
  isObject(value) &&
  isObject(value['refused']) &&
  Array.isArray(value['tried']) &&
  Array.isArray(value['ports']) &&
  isRefused(value['refused']);
const isRefused = (value: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(value['unlisted']) && Array.isArray(value['private']);

/** Written by hand: the supervisor reads these files too and loads no schema library. */
const checks: Readonly<Record<keyof CallState, Check>> = {
  version: (value) => value === 1,
  key: text,
  command: text,
  cwd: text,
  startedAt: text,
  pid: orNull(whole),
  processStart: orNull(text),
  endedAt: orNull(text),
  exitCode: orNull(whole),
  signal: orNull(text),
  stop: orNull(isStop),
  hasTerminal: (value) => typeof value === 'boolean',
  leftovers: whole,
  unconfined: orNull(text),
  limits: (value) => Array.isArray(value) && value.every(isHitLimit),
  network: orNull(isNetwork),
  outputBytes: whole,
  headBytes: whole,
  tailBytes: whole,
};

/** Defaults for fields that older files do not have. */
const unsaid = { stop: null, hasTerminal: false, leftovers: 0, limits: [], unconfined: null, network: null };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The paths of the files of one command. */
export interface CallFiles {
  readonly state: string;
  readonly output: string;
  /** Exists if the command went to the background. Contains its key. */
  readonly background: string;
  /** Set in the environment of everything that the command starts, so that all its processes can be found. */
  readonly marker: string;
}

const BACKGROUND = '.background';

/** The files for a key, which may contain any characters. */
export function createCallFiles(stateFolder: string, key: string): CallFiles {
  const hash = createHash('sha256').update(`${stateFolder}\0${key}`).digest('hex');
  const name = `${key.replaceAll(/[^\w.-]/g, '_').slice(0, 80)}-${hash.slice(0, 12)}`;
  return {
    state: join(stateFolder, `${name}.json`),
    output: join(stateFolder, `${name}.out`),
    background: join(stateFolder, `${name}${BACKGROUND}`),
    marker: `BOWLINE_CALL=${hash.slice(0, 32)}`,
  };
}

/** The recorded state. Undefined: never started. 'damaged': started, but nothing else is known. */
export function readCallState(files: CallFiles): CallState | 'damaged' | undefined {
  let json: string;
  try {
    json = readFileSync(files.state, 'utf8');
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
  return parseCallState(json) ?? 'damaged';
}

function isCallState(state: Readonly<Record<string, unknown>>): state is Readonly<Record<string, unknown>> & CallState {
  return Object.entries(checks).every(([name, check]) => check(state[name]));
}

function parseCallState(json: string): CallState | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const state = { ...unsaid, ...value };
  return isCallState(state) ? state : undefined;
}

/** Whether the end of a command is recorded. */
export function hasEnded(stateFolder: string, key: string): boolean {
  const state = readCallState(createCallFiles(stateFolder, key));
  return state !== undefined && state !== 'damaged' && state.endedAt !== null;
}

/** The keys of commands that went to the background. */
export function readBackgroundKeys(stateFolder: string): string[] {
  try {
    const names = readdirSync(stateFolder).filter((name) => name.endsWith(BACKGROUND));
    return names.map((name) => readFileSync(join(stateFolder, name), 'utf8'));
  } catch (thrown) {
    // No command was ever run here.
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}

/** The recorded states of all commands of a state folder. Leaves out those that cannot be read. */
export function readCallStates(stateFolder: string): { readonly state: CallState; readonly files: CallFiles }[] {
  try {
    const names = readdirSync(stateFolder).filter((name) => name.endsWith('.json'));
    return names.flatMap((name) => {
      const state = parseCallState(readFileSync(join(stateFolder, name), 'utf8'));
      return state === undefined ? [] : [{ state, files: createCallFiles(stateFolder, state.key) }];
    });
  } catch {
    // The session was removed.
    return [];
  }
}

/** Records that a command went to the background. */
export function markBackground(files: CallFiles, key: string): void {
  replaceFile(files.background, key, { isDurable: false });
}

/** Claims a key for one start. False if it was claimed before, even by a concurrent call. */
export function claimCall(files: CallFiles, state: CallState): boolean {
  const temporary = `${files.state}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    writeFileSync(temporary, JSON.stringify(state), { mode: 0o600 });
    linkSync(temporary, files.state);
    return true;
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return false;
    throw thrown;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Replaces the recorded state atomically. */
export function writeCallState(files: CallFiles, state: CallState): void {
  replaceFile(files.state, JSON.stringify(state), { isDurable: false });
}

function isMissing(thrown: unknown): boolean {
  return hasCode(thrown, 'ENOENT');
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
