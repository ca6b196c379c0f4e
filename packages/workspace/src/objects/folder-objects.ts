import { AgentError } from '@bowline/protocol';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../disk/replace-file.ts';
import { isMissing } from '../disk/stamp.ts';
import { isObjectKey, type ListedObject, type ObjectFacts, type ObjectStore } from './object-store.ts';

/** Objects in a folder, for example one that machines have mounted. Readable by this user only. */
export function openFolderObjects(folder: string): ObjectStore {
  const pathOf = (key: string): string => {
    if (!isObjectKey(key)) throw new AgentError('STORE_FAILED', `Invalid object key: ${key}`);
    return join(folder, key);
  };
  return {
    facts: (key) => toResult(key, () => readFacts(pathOf(key))),
    get: (key, maxBytes) =>
      toResult(key, async () => {
        const found = await readFacts(pathOf(key));
        if (found === undefined) return undefined;
        if (found.bytes > maxBytes) throw new AgentError('STORE_FAILED', `Object ${key} is too large`);
        return await readOrUndefined(pathOf(key));
      }),
    put: (key, bytes) =>
      toResult(key, async () => {
        const path = pathOf(key);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        replaceFile(path, bytes);
        syncFolder(dirname(path));
      }),
    list: (prefix) => listBelow(folder, prefix),
    remove: (key) => toResult(key, () => rm(pathOf(key), { force: true })),
  };
}

async function readFacts(path: string): Promise<ObjectFacts | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { bytes: size, at: mtimeMs };
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

async function readOrUndefined(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

/** Lists only the folder that the prefix names. */
async function* listBelow(folder: string, prefix: string): AsyncGenerator<ListedObject> {
  const within = prefix.slice(0, Math.max(0, prefix.lastIndexOf('/')));
  const entries = await toResult(prefix, async () => {
    try {
      return await readdir(join(folder, within), { withFileTypes: true });
    } catch (thrown) {
      if (isMissing(thrown)) return [];
      throw thrown;
    }
  });
  for (const entry of entries) {
    const key = within === '' ? entry.name : `${within}/${entry.name}`;
    if (entry.isDirectory()) {
      if (key.startsWith(prefix) || prefix.startsWith(`${key}/`)) yield* listBelow(folder, `${key}/`);
    } else if (key.startsWith(prefix) && !entry.name.endsWith('.tmp')) {
      const found = await toResult(key, () => readFacts(join(folder, key)));
      if (found !== undefined) yield { key, ...found };
    }
  }
}

/** Makes the name durable too. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

async function toResult<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (AgentError.is(thrown)) throw thrown;
    throw new AgentError('STORE_FAILED', `The folder of objects failed on ${key}: ${AgentError.from(thrown).message}`, {
      retryable: true,
      cause: thrown,
    });
  }
}
