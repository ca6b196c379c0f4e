import type { MemoryFile, MemoryProblem, MemorySource } from './memory-file.ts';
import type { MemoryGround } from './memory-ground.ts';
import { MemoryIntake } from './memory-intake.ts';
import { foldersBelow } from './path-names.ts';

/** The initial memory of a session. */
export interface Memory {
  readonly files: readonly MemoryFile[];
  readonly problems: readonly MemoryProblem[];
}

/**
 * Reads the initial memory: the user's own files, then from the repository root down to the workspace, then additional
 * directories. Reads nothing of or for an untrusted workspace.
 */
export async function readMemory(ground: MemoryGround): Promise<Memory> {
  const { places, workspace, directories, reader } = ground;
  const intake = new MemoryIntake(ground);
  const files: MemoryFile[] = [];
  const takeFrom = async (folder: string, source: MemorySource): Promise<void> => {
    for (const name of places.names) {
      const file = await intake.take(`${folder}/${name}`, source);
      if (file !== undefined) files.push(file);
    }
  };
  for (const folder of places.globalFolders) await takeFrom(folder, 'global');
  if (!reader.isTrusted(workspace)) return { files, problems: intake.problems };
  for (const folder of [...ancestorsOf(ground), workspace, ...directories]) {
    if (reader.isTrusted(folder)) await takeFrom(folder, 'project');
    else await tellUnused(folder, ground, intake);
  }
  return { files, problems: intake.problems };
}

/** The directories between the repository root and the workspace, outermost first. */
function ancestorsOf({ repository, workspace }: MemoryGround): readonly string[] {
  return repository === undefined || repository === workspace
    ? []
    : [repository, ...foldersBelow(repository, workspace).slice(0, -1)];
}

/** Checks whether files exist, without opening them. */
async function tellUnused(folder: string, { places, reader }: MemoryGround, intake: MemoryIntake): Promise<void> {
  for (const name of places.names) {
    const path = `${folder}/${name}`;
    if ((await reader.realPath(path)) !== undefined) intake.tell(path, 'is not used: its directory is not trusted');
  }
}
