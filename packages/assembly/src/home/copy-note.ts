import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@bowline/workspace';
import * as z from 'zod';
import type { LastSave } from './find-last-save.ts';

const noteSchema = z.object({ copy: z.string(), save: z.string(), boot: z.string() });

/** Says which copy of the files is in a folder, and its last save. */
export class CopyNote {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, 'copy.json');
  }

  /** Whether the folder has the files of this save, and what was done to them since. */
  isOf({ copy, save }: LastSave): boolean {
    try {
      const note = noteSchema.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
      return note.copy === copy && note.save === save && note.boot === readBoot();
    } catch {
      return false; // there is none, or it was never completed
    }
  }

  write({ copy, save }: LastSave): void {
    replaceFile(this.#path, JSON.stringify({ copy, save, boot: readBoot() }));
  }

  remove(): void {
    rmSync(this.#path, { force: true });
  }
}

/** Files that were written before the machine went down may not be on its disk. */
function readBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
