import { createHash, randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const stopSchema = z.object({
  cause: z.enum(['killed', 'timeout', 'silence', 'lease', 'run_ended']),
  limitMs: z.number().nullable(),
});

/** What is written down of a command: enough to know, whatever died, that it was started and how it ended. */
export const callStateSchema = z.object({
  version: z.literal(1),
  key: z.string(),
  command: z.string(),
  cwd: z.string(),
  startedAt: z.string(),
  /** Null until it is spawned. */
  pid: z.int().nullable(),
  /** Tells this process from a later one with the same pid. */
  processStart: z.string().nullable(),
  endedAt: z.string().nullable(),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  /** Why it was ended from outside; null when it was not. */
  stop: stopSchema.nullable().default(null),
  hasTerminal: z.boolean().default(false),
  /** Processes that it left running, and that were ended after it. */
  leftovers: z.int().default(0),
  /** All that it printed; the file holds the first `headBytes` and the last `tailBytes` of it. */
  outputBytes: z.int(),
  headBytes: z.int(),
  tailBytes: z.int(),
});
export type CallState = z.infer<typeof callStateSchema>;

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
  let text: string;
  try {
    text = readFileSync(files.state, 'utf8');
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
  const parsed = z
    .string()
    .transform((json, context): unknown => {
      try {
        return JSON.parse(json);
      } catch {
        context.addIssue('not JSON');
        return z.NEVER;
      }
    })
    .pipe(callStateSchema)
    .safeParse(text);
  return parsed.success ? parsed.data : 'damaged';
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
