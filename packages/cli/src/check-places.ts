import { accessSync, constants, statSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { usageError } from './texts/error-text.ts';
import { usageTexts } from './texts/usage-texts.ts';

/** The files and folders that a command line names, as typed. */
export interface NamedPlaces {
  /** The URL of a remote workspace. */
  readonly workspace?: string | undefined;
  readonly directories?: readonly string[];
  readonly policies?: readonly string[];
  readonly replayFrom?: string | undefined;
  readonly recordTo?: string | undefined;
  readonly debugFile?: string | undefined;
}

/** A longer check would load what connects to it, also where none is named. */
const REMOTE = 'bowline://';

/** Throws if a file or folder of the command line is missing, or a file cannot be written. */
export function checkPlaces(places: NamedPlaces, cwd: string): void {
  const { workspace, directories = [], policies = [], replayFrom, recordTo, debugFile } = places;
  if (workspace?.startsWith(REMOTE) === false) throw usageError(usageTexts.noRemoteWorkspace(workspace));
  for (const file of policies) checkFile('--policy', file, cwd);
  for (const folder of directories)
    if (statOf(folder, cwd)?.isDirectory() !== true)
      throw usageError(usageTexts.noFolder('--include-directories', folder));
  if (replayFrom !== undefined) checkFile('--replay-responses', replayFrom, cwd);
  if (recordTo !== undefined) checkWritable('--record-responses', recordTo, cwd);
  if (debugFile !== undefined) checkWritable('--debug', debugFile, cwd);
}

function checkFile(option: string, file: string, cwd: string): void {
  const stat = statOf(file, cwd);
  // A pipe such as <(command) is a file too.
  if (stat === undefined || stat.isDirectory()) throw usageError(usageTexts.noFile(option, file));
}

function checkWritable(option: string, file: string, cwd: string): void {
  const { whyNotWritable } = usageTexts;
  const path = resolve(cwd, file);
  const stat = statOf(file, cwd);
  if (stat?.isDirectory() === true) throw usageError(usageTexts.notWritable(option, file, whyNotWritable.isFolder));
  try {
    accessSync(stat === undefined ? dirname(path) : path, constants.W_OK);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    const why = code === 'ENOENT' ? whyNotWritable.noFolder : whyNotWritable.denied;
    throw usageError(usageTexts.notWritable(option, file, why));
  }
}

function statOf(path: string, cwd: string): Stats | undefined {
  try {
    return statSync(resolve(cwd, path));
  } catch {
    return undefined; // missing, below a file, or in a folder without access
  }
}
