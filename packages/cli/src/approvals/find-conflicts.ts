import { createSessionFiles } from '@bowline/assembly';
import type { FilePreview, JsonObject } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { usageError } from '../texts/error-text.ts';
import { fileTexts } from '../texts/restore-texts.ts';
import { noteOf } from '../session/describe-previews.ts';

/** An action on files, as it would be sent. */
export interface FileAction {
  readonly name: 'rewind' | 'restore';
  readonly data: JsonObject;
}

/** The action, with the typed paths to overwrite. Throws if one of them is no conflict. */
export async function withOverwrites(
  sessionId: string,
  { name, data }: FileAction,
  { typed, env }: { readonly typed: readonly string[]; readonly env: CommandEnv },
): Promise<FileAction> {
  if (typed.length === 0) return { name, data };
  const { files } = await createSessionFiles(sessionId, env.machine).preview({ name, data });
  return { name, data: { ...data, overwrite: typed.map((path) => toConflict(path, files)) } };
}

function toConflict(typed: string, files: readonly FilePreview[]): string {
  const path = typed.replace(/^\.\//, '');
  const found = files.find((file) => file.path === path);
  if (found?.reason === 'changed') return path;
  throw usageError(
    found?.reason === undefined ? fileTexts.noConflict(typed) : fileTexts.notOverwritable(typed, noteOf(found)),
  );
}
