import { join, resolve } from 'node:path';
import {
  findMemoryFor,
  MEMORY_NAMES,
  readMemory,
  surveyMemory,
  type Memory,
  type MemoryFile,
  type MemoryPlaces,
  type MemoryProblem,
  type MemoryText,
} from '@bowline/context';
import { HiddenFiles, toFactsText } from '@bowline/workspace';
import type { LearnedStore } from '../learned-store.ts';
import type { Trust } from '@bowline/guard';
import { toRealPath } from '@bowline/guard';
import { createMemoryReader } from './create-memory-reader.ts';

/** The folders of a session, and which ones are trusted. */
export interface MemoryWishes {
  readonly workspace: string;
  readonly directories: readonly string[];
  readonly home: string;
  readonly bowlineHome: string;
  /** Where remembered facts are stored, if not in `bowlineHome`. */
  readonly learnedDir?: string | undefined;
  /** Remembered facts that machines share. */
  readonly learned?: Pick<LearnedStore, 'list'> | undefined;
  readonly trust: Pick<Trust, 'of'>;
  /** The names of memory files. */
  readonly fileNames?: readonly string[] | undefined;
}

/** The memory of one session in this process. */
export interface OpenMemory extends Memory {
  /** The root of the Git repository around the workspace. */
  readonly repository: string | undefined;
  /**
   * The files of the folders that contain these paths, without those that the session started with or that are in
   * `loaded`. Each problem is reported once.
   */
  readonly findFor: (paths: readonly string[], loaded: readonly string[]) => Promise<Memory>;
}

/** Reads memory files once. Their content stays the same while the session is open here. */
export async function openMemory({ trust, ...where }: MemoryWishes): Promise<OpenMemory> {
  const folders = [where.workspace, ...where.directories].map((folder) => toRealPath(folder) ?? folder);
  const hidden = new HiddenFiles({ folders, home: where.home });
  const reader = createMemoryReader((folder) => trust.of(folder).isTrusted, hidden);
  const ground = await surveyMemory(toPlaces(where), reader);
  const { files: found, problems } = await readMemory(ground);
  const files = [...(await readFacts(where.learned)), ...found];
  const told = new Set<string>();
  const isNew = (problem: MemoryProblem): boolean => {
    const key = toMemoryWarning(problem);
    return !told.has(key) && told.add(key).has(key);
  };
  return {
    files,
    problems: problems.filter(isNew),
    repository: ground.repository,
    findFor: async (paths, loaded) => {
      const touched = paths.map((path) => resolve(where.workspace, path));
      const found = await findMemoryFor(touched, { files, paths: loaded }, ground);
      return { files: found.files, problems: found.problems.filter(isNew) };
    },
  };
}

/** Shared facts as one more memory file. Its name is the same on every machine, as the instruction must be. */
async function readFacts(learned: MemoryWishes['learned']): Promise<readonly MemoryFile[]> {
  const text = toFactsText((await learned?.list('fact'))?.map((fact) => fact.text) ?? []);
  return text === '' ? [] : [{ path: 'remembered.md', text, source: 'global', imports: [] }];
}

/** A problem as shown to the user. */
export function toMemoryWarning({ path, text }: MemoryProblem): string {
  return `${path} ${text}`;
}

/** The files as recorded in a log: path and text, not how they were found. */
export function toMemoryTexts(files: readonly MemoryFile[]): readonly MemoryText[] {
  return files.map(({ path, text }) => ({ path, text }));
}

function toPlaces({
  workspace,
  directories,
  home,
  bowlineHome,
  learnedDir,
  fileNames = MEMORY_NAMES,
}: Omit<MemoryWishes, 'trust'>): MemoryPlaces {
  return {
    names: fileNames,
    globalFolders: [bowlineHome, join(home, '.gemini'), ...(learnedDir === undefined ? [] : [learnedDir])],
    home,
    workspace,
    directories,
  };
}
