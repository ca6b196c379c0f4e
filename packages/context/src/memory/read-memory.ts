import type { MemoryFile, MemoryProblem, MemorySource } from './memory-file.ts';
import type { MemoryGround } from './memory-ground.ts';
import { MemoryIntake } from './memory-intake.ts';
import { foldersBelow } from './path-names.ts';

/** What a session begins with. */
export interface Memory {
  readonly files: readonly MemoryFile[];
  readonly problems: readonly MemoryProblem[];
}

/**
 * The memory of a session when it begins: the person's own, then from the root of the repository down to the workspace, then
 * the further folders. Of a workspace that is not trusted nothing is read, nor for it.
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

/** The folders around the workspace that are in its repository, outermost first. */
function ancestorsOf({ repository, workspace }: MemoryGround): readonly string[] {
  return repository === undefined || repository === workspace
    ? []
    : [repository, ...foldersBelow(repository, workspace).slice(0, -1)];
}

/** Whether files are there is looked at; they are not opened. */
async function tellUnused(folder: string, { places, reader }: MemoryGround, intake: MemoryIntake): Promise<void> {
  for (const name of places.names) {
    const path = `${folder}/${name}`;
    if ((await reader.realPath(path)) !== undefined) intake.tell(path, 'is not used: its folder is not trusted');
  }
}
