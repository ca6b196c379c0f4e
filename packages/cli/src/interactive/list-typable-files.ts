import { relative } from 'node:path';
import { listFiles } from '@bowline/workspace';
import type { HostEnvironment } from '@bowline/assembly';
import { toOutsidePrograms } from '@bowline/guard';

/** Yields the files of a folder as found, relative to it, without ignored ones. */
export async function* listTypableFiles(
  folder: string,
  machine: HostEnvironment,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { ripgrep } = toOutsidePrograms(machine, { folders: [folder], home: machine.home }); // none from the folder
  const walk = { folder, roots: [folder], respectIgnore: true, ripgrepPath: ripgrep, signal };
  for await (const path of listFiles(walk)) yield relative(folder, path);
}
