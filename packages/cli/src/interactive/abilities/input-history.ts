import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Typed messages, for the arrow keys of later sessions. */
export interface InputHistory {
  /** Oldest first, without repetition. */
  readonly read: () => Promise<readonly string[]>;
  readonly remember: (typed: string) => Promise<void>;
}

const COUNT = 1000;
/** Longer texts, such as pasted files, are not kept. */
const LONGEST = 10_000;

/**
 * Keeps typed messages in a file that only its owner can read. Messages that start with a space, or contain one of
 * `secrets`, are not kept. If the file cannot be written, the history lasts for this session only.
 */
export function createInputHistory(path: string, secrets: readonly string[]): InputHistory {
  let last: string | undefined;
  return {
    read: async () => {
      const lines = await readLines(path);
      const kept = toKept(lines);
      last = kept.at(-1);
      if (lines.length > 2 * COUNT) await shorten(path, kept);
      return kept;
    },
    remember: async (typed) => {
      if (typed === last || !isWorthKeeping(typed) || (await holdsSecret(typed, secrets))) return;
      last = typed;
      await append(path, `${JSON.stringify(typed)}\n`);
    },
  };
}

function isWorthKeeping(typed: string): boolean {
  return typed.trim() !== '' && !/^\s/.test(typed) && typed.length <= LONGEST;
}

async function holdsSecret(typed: string, secrets: readonly string[]): Promise<boolean> {
  // Loaded on first use, so that the first prompt does not wait for it.
  const { createSecretFilter } = await import('@bowline/models');
  return createSecretFilter(secrets)(typed) !== typed;
}

async function readLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** The last messages, without repetition. Skips invalid lines. */
function toKept(lines: readonly string[]): readonly string[] {
  const newest = new Set<string>();
  for (const line of lines.toReversed()) {
    const typed = parse(line);
    if (typed !== undefined) newest.add(typed);
    if (newest.size === COUNT) break;
  }
  return [...newest].toReversed();
}

function parse(line: string): string | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

async function append(path: string, line: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await appendFile(path, line, { mode: 0o600 });
  } catch {
    // A full or read-only disk: the history lasts for this session only.
  }
}

async function shorten(path: string, kept: readonly string[]): Promise<void> {
  // Loaded when needed, so that the first prompt does not wait for it.
  const { replaceFile } = await import('@bowline/workspace');
  try {
    replaceFile(path, kept.map((typed) => `${JSON.stringify(typed)}\n`).join(''));
  } catch {
    // The file stays long.
  }
}

/** The values of variables that look like keys. */
export function findSecrets(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value = '']) =>
    /(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name) && value.length >= 8 ? [value] : [],
  );
}
