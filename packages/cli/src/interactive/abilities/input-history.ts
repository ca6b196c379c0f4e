import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What was typed, for the arrow keys of later sessions. */
export interface InputHistory {
  /** Oldest first, each once. */
  readonly read: () => Promise<readonly string[]>;
  readonly remember: (typed: string) => Promise<void>;
}

const COUNT = 1000;
/** A pasted file is no history. */
const LONGEST = 10_000;

/**
 * Keeps what was typed in a file that only its owner can read. As in a shell, what begins with a blank is not kept;
 * neither is what holds one of `secrets`, in any form that is left out of the log. A file that cannot be written costs the
 * memory of it and nothing else.
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
  // Loaded when there is something to look at: the first prompt does not wait for it.
  const { createSecretFilter } = await import('@bowline/models');
  return createSecretFilter(secrets)(typed) !== typed;
}

async function readLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** The last of what was typed, each where it was typed last. A line that is torn or not ours is passed over. */
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
    // A full or read-only disk: it is remembered for this session alone.
  }
}

async function shorten(path: string, kept: readonly string[]): Promise<void> {
  try {
    await writeFile(`${path}.new`, kept.map((typed) => `${JSON.stringify(typed)}\n`).join(''), { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch {
    // It stays long.
  }
}

/** Values of variables that look like keys: none of them belongs into a file. */
export function findSecrets(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value = '']) =>
    /(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name) && value.length >= 8 ? [value] : [],
  );
}
