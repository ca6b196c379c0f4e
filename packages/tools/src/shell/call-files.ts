import type { NetworkRecord } from '@bowline/workspace';
import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HitLimit } from '../tool-host.ts';

/** What is written down of a command: enough to know, whatever died, that it was started and how it ended. */
export interface CallState {
  readonly version: 1;
  readonly key: string;
  readonly command: string;
  readonly cwd: string;
  readonly startedAt: string;
  /** Null until it is spawned. */
  readonly pid: number | null;
  /** Tells this process from a later one with the same pid. */
  readonly processStart: string | null;
  readonly endedAt: string | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why it was ended from outside; null when it was not. */
  readonly stop: { readonly cause: StopCause; readonly limitMs: number | null } | null;
  readonly hasTerminal: boolean;
  /** Processes that it left running, and that were ended after it. */
  readonly leftovers: number;
  /** Why it could not be confined, and was not run; null when it was. */
  readonly unconfined: string | null;
  /** Limits of the sandbox that stopped it, or something of it. */
  readonly limits: readonly HitLimit[];
  /** What the proxy refused it, and where its servers are reached; null when it has no network. */
  readonly network: NetworkRecord | null;
  /** All that it printed; the file holds the first `headBytes` and the last `tailBytes` of it. */
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

/** Plain checks: the supervisor reads these files too, and loads no library of schemas. */
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

/** What an older file does not say. */
const unsaid = { stop: null, hasTerminal: false, leftovers: 0, limits: [], unconfined: null, network: null };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Where what is known of one command lies. */
export interface CallFiles {
  readonly state: string;
  readonly output: string;
  /** There when it went on in the background; holds its key. */
  readonly background: string;
  /** In the environment of all that the command starts, so that nothing of it can hide. */
  readonly marker: string;
}

const BACKGROUND = '.background';

/** The files of a key, whatever characters are in it. */
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

/** What is known of a command; undefined when it was never started, 'damaged' when it was but no more can be said. */
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

/** The keys of commands that went on in the background. */
export function readBackgroundKeys(stateFolder: string): string[] {
  try {
    const names = readdirSync(stateFolder).filter((name) => name.endsWith(BACKGROUND));
    return names.map((name) => readFileSync(join(stateFolder, name), 'utf8'));
  } catch (thrown) {
    // Nothing was ever run here.
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}

/** Notes that a command goes on in the background. */
export function markBackground(files: CallFiles, key: string): void {
  const temporary = `${files.background}.tmp`;
  writeFileSync(temporary, key, { mode: 0o600 });
  renameSync(temporary, files.background);
}

/** Claims a key for one start, however many ask at once: false when it has been claimed before. */
export function claimCall(files: CallFiles, state: CallState): boolean {
  const temporary = writeBeside(files.state, state);
  try {
    linkSync(temporary, files.state);
    return true;
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return false;
    throw thrown;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Replaces what is known of a command: a reader sees the old or the new. */
export function writeCallState(files: CallFiles, state: CallState): void {
  renameSync(writeBeside(files.state, state), files.state);
}

function writeBeside(path: string, state: CallState): string {
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  writeFileSync(temporary, JSON.stringify(state), { mode: 0o600 });
  return temporary;
}

function isMissing(thrown: unknown): boolean {
  return hasCode(thrown, 'ENOENT');
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
