import { relative } from 'node:path';
import { listFiles } from '@bowline/workspace';
import type { HostEnvironment } from './open-session.ts';
import { toOutsidePrograms } from '@bowline/guard';

/** Files of a folder as a person would type them: from there, without what ignore files name; as they are found. */
export async function* listTypableFiles(
  folder: string,
  machine: HostEnvironment,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { ripgrep } = toOutsidePrograms(machine, { folders: [folder], home: machine.home }); // none that the folder brings
  const walk = { folder, roots: [folder], respectIgnore: true, ripgrepPath: ripgrep, signal };
  for await (const path of listFiles(walk)) yield relative(folder, path);
}
