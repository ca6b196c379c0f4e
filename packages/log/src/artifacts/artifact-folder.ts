import { hash, randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, linkSync, readdirSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentError, parseArtifactName } from '@bowline/protocol';
import { ensureFolder, sessionFiles, syncFolder, type SessionFiles } from '../sqlite/session-files.ts';
import { ARTIFACT_BUDGET, toArtifactName, type ArtifactStore } from './artifact-store.ts';

const HASH = /^[0-9a-f]{64}$/;
/** A process that died while it wrote leaves such a file. */
const UNFINISHED = '.part';
const UNFINISHED_MS = 60 * 60 * 1000;

/**
 * Artifacts as files of their session, each named by its hash, so that a session and everything it keeps are one folder.
 * A fork links the files: the file system counts the sessions that have a text.
 */
export class ArtifactFolder implements ArtifactStore {
  readonly #root: string;
  readonly #budget: number;

  constructor(root: string, budget: number = ARTIFACT_BUDGET) {
    this.#root = root;
    this.#budget = budget;
  }

  async put(sessionId: string, text: string): Promise<string> {
    const name = toArtifactName(text);
    if ((await this.locate(sessionId, name)) !== undefined) return name;
    const { named } = sessionFiles(this.#root, sessionId);
    const bytes = Buffer.from(text);
    try {
      ensureFolder(named);
      await makeRoom(named, this.#budget - bytes.length);
      await writeDurably(join(named, parseArtifactName(name) ?? ''), bytes);
      return name;
    } catch (thrown) {
      throw AgentError.is(thrown) ? thrown : toWriteError(thrown, named);
    }
  }

  async get(sessionId: string, name: string): Promise<string | undefined> {
    return (await this.#read(sessionId, name))?.toString();
  }

  async list(sessionId: string): Promise<readonly string[]> {
    const names = await readdir(sessionFiles(this.#root, sessionId).named).catch(() => []);
    return names.filter((name) => HASH.test(name)).map((key) => `artifact:${key}`);
  }

  /** The file with that text, after a check that it still has it. */
  async locate(sessionId: string, name: string): Promise<string | undefined> {
    if ((await this.#read(sessionId, name)) === undefined) return undefined;
    return join(sessionFiles(this.#root, sessionId).named, parseArtifactName(name) ?? '');
  }

  async #read(sessionId: string, name: string): Promise<Buffer | undefined> {
    const key = parseArtifactName(name);
    if (key === undefined) return undefined;
    const bytes = await readFile(join(sessionFiles(this.#root, sessionId).named, key)).catch(() => undefined);
    return bytes !== undefined && hash('sha256', bytes, 'hex') === key ? bytes : undefined;
  }
}

/** Gives a session all files of another one. Texts are shared, output of commands is copied. */
export function shareArtifacts(from: SessionFiles, to: SessionFiles): void {
  if (!existsSync(from.artifacts)) return;
  ensureFolder(to.artifacts);
  cpSync(from.artifacts, to.artifacts, { recursive: true, filter: (path) => path !== from.named });
  if (!existsSync(from.named)) return;
  ensureFolder(to.named);
  for (const key of readdirSync(from.named).filter((name) => HASH.test(name)))
    if (!existsSync(join(to.named, key))) linkOrCopy(join(from.named, key), join(to.named, key));
  syncFolder(to.named);
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Drops the oldest texts until the rest fits, and what processes that died have left. */
async function makeRoom(folder: string, budget: number): Promise<void> {
  if (budget < 0)
    throw new AgentError('STORE_FAILED', 'The text is larger than a session may keep', {
      hint: `The limit is ${ARTIFACT_BUDGET / 1024 / 1024} MB for each session`,
    });
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { name, size, mtimeMs };
    }),
  );
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const { name, size, mtimeMs } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    const isLeft = name.endsWith(UNFINISHED) && mtimeMs < Date.now() - UNFINISHED_MS;
    if (bytes <= budget && !isLeft) continue;
    await rm(join(folder, name), { force: true });
    bytes -= size;
  }
}

/** The file has all of its bytes or does not exist, also after a power cut. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}${UNFINISHED}`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (thrown) {
    await rm(unfinished, { force: true });
    throw thrown;
  }
  syncFolder(join(path, '..'));
}

function toWriteError(thrown: unknown, folder: string): AgentError {
  const errno = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
  return new AgentError('STORE_FAILED', `Cannot write to ${folder} (${errno})`, {
    hint: 'Check that you may write there and that the disk is not full',
    details: { errno },
    cause: thrown,
  });
}
