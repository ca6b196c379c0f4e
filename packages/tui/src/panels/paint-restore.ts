import type { FilePreview, FilesPreview } from '@bowline/protocol';
import { parseDiff } from '../diff/parse-diff.ts';
import { paintDiffRows } from '../paint/diff/paint-diff.ts';
import { FRAME_CELLS } from '../paint/frame/paint-dock.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import { isNarrow } from '../paint/layout/measure.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { padEnd, truncate } from '../paint/layout/wrap.ts';
import { restoreTexts } from '../texts/restore-texts.ts';

/** What goes back: the conversation, the files, or both. */
export type RestoredPart = 'both' | 'conversation' | 'files';

/** In the order of the row. */
export const RESTORED_PARTS: readonly RestoredPart[] = ['both', 'conversation', 'files'];

const DIFF_ROWS = 3;

/** Whether a path changes, and is not left alone. */
export function isRestored({ action }: FilePreview): boolean {
  return action !== 'conflict' && action !== 'gone';
}

/** Whether a path is left alone because it has changed since, so that it can be overwritten. */
export function isOverwritable({ reason }: FilePreview): boolean {
  return reason === 'changed';
}

/** Paints what can be restored, the beginning of the diff, and what stays. Null: the preview is not there yet. */
export function paintRestore(preview: FilesPreview | null, part: RestoredPart, outer: View): Lines {
  const view = { ...outer, width: outer.width - FRAME_CELLS };
  const { theme, width } = view;
  if (preview === null) return ['', truncate(theme.dim(restoreTexts.loading), width)];
  const restored = preview.files.filter(isRestored);
  const stays = part === 'conversation' ? [] : describeStays(preview);
  return [
    '',
    paintParts(part, restored.length > 0, view),
    ...(part === 'conversation' ? [] : paintFiles(restored, view)),
    ...stays.map((text) => truncate(`${theme.warning('▲')} ${theme.dim(text)}`, width)),
  ];
}

/** What stays as it is: files for either reason, and what commands did elsewhere. */
export function describeStays({ files, commands }: FilesPreview): Lines {
  const pathsOf = (kept: readonly FilePreview[]): readonly string[] => kept.map(({ path }) => cleanLine(path));
  const changed = pathsOf(files.filter(isOverwritable));
  const others = pathsOf(files.filter((file) => !isRestored(file) && !isOverwritable(file)));
  return [
    ...(changed.length === 0 ? [] : [restoreTexts.kept(changed)]),
    ...(others.length === 0 ? [] : [restoreTexts.cannot(others)]),
    ...(commands.length === 0 ? [] : [restoreTexts.notUndone(commands.map(cleanLine))]),
  ];
}

function paintParts(part: RestoredPart, hasFiles: boolean, { theme, width }: View): string {
  if (!hasFiles) return truncate(theme.dim(restoreTexts.noFiles), width);
  const names = isNarrow(width) ? restoreTexts.shortParts : restoreTexts.parts;
  const shown = RESTORED_PARTS.map((each) => {
    const letter = restoreTexts.letters[each];
    if (each !== part) return `  ${theme.accent(letter)} ${names[each]} `;
    return theme.selection(`${theme.accent('❯')} ${theme.strong(`${letter} ${names[each]}`)} `);
  });
  return truncate(`${theme.dim(restoreTexts.restore)} ${shown.join('')}`, width);
}

function paintFiles(files: readonly FilePreview[], view: View): Lines {
  const { theme, width } = view;
  const [first] = files;
  if (first === undefined) return [];
  const rows = parseDiff(first.diff ?? '');
  const rule = `── ${restoreTexts.changeBack} `;
  const shown = paintDiffRows(rows.slice(0, DIFF_ROWS), view, DIFF_ROWS);
  const more = restoreTexts.more(rows.length - Math.min(rows.length, DIFF_ROWS), cleanLine(first.path), files.length);
  return [
    theme.dim(padEnd(truncate(rule, width), width).replaceAll(/ +$/g, '')),
    ...shown,
    truncate(theme.dim(more), width),
  ];
}
