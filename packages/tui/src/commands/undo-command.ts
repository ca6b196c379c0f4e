import type { FilePreview, FilesPreview } from '@bowline/protocol';
import { describeStays, isOverwritable, isRestored } from '../panels/paint-restore.ts';
import type { SlashCommand } from '../host/slash-command.ts';
import { commandSummaries } from '../texts/command-texts.ts';
import { restoreTexts } from '../texts/restore-texts.ts';

/** Shows what restoring the files of the last turn would do, and asks. */
export const undoCommand: SlashCommand = {
  name: 'undo',
  summary: commandSummaries.undo,
  needsRest: true,
  run: async (_words, { previewUndo, print, pick, send }) => {
    const found = await previewUndo();
    const files = found?.preview.files.filter(isRestored) ?? [];
    const overwrite = found?.preview.files.filter(isOverwritable).map(({ path }) => path) ?? [];
    if (found === null || files.length + overwrite.length === 0) {
      print([restoreTexts.nothing, ...(found === null ? [] : describeStays(found.preview))].join('\n\n'));
      return;
    }
    print(describe(found.preview, files));
    const { title, hint, no } = restoreTexts;
    pick({
      ...{ title, hint },
      rows: [
        ...(files.length === 0 ? [] : [{ id: 'yes', text: restoreTexts.yes(files.length) }]),
        ...(overwrite.length === 0 ? [] : [{ id: 'overwrite', text: restoreTexts.overwrite(overwrite.length) }]),
        { id: 'no', text: no },
      ],
      choose: async (chosen) => {
        if (chosen === 'no') return;
        const data = chosen === 'overwrite' ? { ...found.data, overwrite } : found.data;
        await send({ action: { name: 'restore', data } });
      },
    });
  },
};

/** Longer lists and diffs do not fit on the screen with the question. */
const MOST_FILES = 8;
const MOST_LINES = 20;

function describe(preview: FilesPreview, files: readonly FilePreview[]): string {
  const more = files.length - MOST_FILES;
  const lines = files.slice(0, MOST_FILES).map((file) => `- ${nameOf(file)}`);
  const list = restoreTexts.list([...lines, ...(more > 0 ? [`- ${restoreTexts.moreFiles(more)}`] : [])]);
  return [...(files.length === 0 ? [] : [list]), ...describeStays(preview), ...toDiff(files)].join('\n\n');
}

function nameOf({ path, added, removed }: FilePreview): string {
  return added === undefined || removed === undefined
    ? restoreTexts.named(path)
    : restoreTexts.changed(path, added, removed);
}

function toDiff([first]: readonly FilePreview[]): readonly string[] {
  if (first?.diff === undefined) return [];
  return [`~~~~~~diff\n${first.diff.split('\n').slice(0, MOST_LINES).join('\n').trimEnd()}\n~~~~~~`];
}
