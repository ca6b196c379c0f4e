import { attachImage } from '../editor/edit-text.ts';
import { setText, type Edit } from '../editor/editor-state.ts';
import { nameOf, type DroppedPath } from './image-paths.ts';
import type { TuiAbilities } from '../host/tui-host.ts';
import { promptTexts } from '../texts/prompt-texts.ts';

interface Errand {
  readonly abilities: Pick<TuiAbilities, 'edit' | 'readImage'>;
  readonly onNote: (text: string) => void;
}
type Change = (edit: Edit) => void;

/** Replaces a dropped path by its image. The path stays if there is no such image. */
export async function attachDropped(
  { abilities }: Errand,
  { written, path }: DroppedPath,
  change: Change,
): Promise<void> {
  const part = await abilities.readImage(path).catch(() => null);
  if (part !== null) change(attachImage(part, nameOf(path), written));
}

/** Inserts the image from the clipboard at the cursor. */
export async function attachCopied({ abilities, onNote }: Errand, change: Change): Promise<void> {
  try {
    const part = await abilities.readImage(null);
    if (part === null) onNote(promptTexts.noImage);
    else change(attachImage(part, 'name' in part ? (part.name ?? 'clipboard') : 'clipboard', null));
  } catch (error) {
    onNote(promptTexts.clipboardFailed(messageOf(error)));
  }
}

/** Replaces the text with the result of the user's editor. */
export async function editElsewhere({ abilities, onNote }: Errand, text: string, change: Change): Promise<void> {
  try {
    const edited = await abilities.edit(text, 'md');
    if (edited !== null) change(setText(edited.replace(/\r?\n$/, '')));
  } catch (error) {
    onNote(promptTexts.editorFailed(messageOf(error)));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
