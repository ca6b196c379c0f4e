import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createFileHistory, type LocalHistory } from './create-file-history.ts';

/**
 * The file history of a workspace. Sessions of a root share the contents of its files, in a folder of its own. Contents
 * with a secret in them are not stored.
 */
export function openFileHistory(root: string, historyFolder: string, secrets: readonly string[] = []): LocalHistory {
  return createFileHistory({ root: toReal(root), folder: toHistoryFolder(root, historyFolder), secrets });
}

/** The folder of the history of a root. */
export function toHistoryFolder(root: string, historyFolder: string): string {
  return join(historyFolder, nameOf(toReal(root)));
}

function nameOf(root: string): string {
  return createHash('sha256').update(root).digest('hex').slice(0, 32);
}

/** A missing folder keeps its name. */
function toReal(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}
