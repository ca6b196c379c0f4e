import type { FilePreview, FilesPreview } from '@bowline/protocol';
import { isRestored } from '../panels/paint-restore.ts';
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
    if (found === null || files.length === 0) {
      print([restoreTexts.nothing, ...toKept(found?.preview)].join('\n\n'));
      return;
    }
    print(describe(found.preview, files));
    const { title, hint, no } = restoreTexts;
    pick({
      ...{ title, hint },
      rows: [
        { id: 'yes', text: restoreTexts.yes(files.length) },
        { id: 'no', text: no },
      ],
      choose: async (chosen) => {
        if (chosen === 'yes') await send({ action: { name: 'restore', data: found.data } });
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
  return [list, ...toDiff(files), ...toKept(preview)].join('\n\n');
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

function toKept(preview: FilesPreview | undefined): readonly string[] {
  if (preview === undefined) return [];
  const kept = preview.files.filter((file) => !isRestored(file)).map(({ path }) => path);
  const { commands } = preview;
  return [
    ...(kept.length === 0 ? [] : [restoreTexts.kept(kept)]),
    ...(commands.length === 0 ? [] : [restoreTexts.notUndone(commands)]),
  ];
}
