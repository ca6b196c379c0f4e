import type { CommandPreview } from '@bowline/protocol';
import { paintDuration } from '../../paint/status/paint-duration.ts';
import { paintDiff } from '../../paint/diff/paint-diff.ts';
import { hang, indent, padEnd, truncate, widthOf, wrapText } from '../../paint/layout/wrap.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import { previewTexts } from '../../texts/preview-texts.ts';
import { showControls, showInRow, showWhole } from './show-whole.ts';

/** Rows of output, of files and of each change. */
const MOST_OUTPUT = 12;
const MOST_FILES = 50;
const MOST_ROWS = 200;
const COUNT_CELLS = 20;

const signs = { added: 'A', changed: 'M', removed: 'D' } as const;

/** What a command changed in a copy of the workspace: a summary, the files, what it said, and the changes. */
export function paintPreview(preview: CommandPreview, view: View): Lines {
  const rest = `${previewTexts.noNetwork} · ${previewTexts.nothingYet}`;
  const texts = { rest, changed: previewTexts.changedMeanwhile };
  return [...paintChanges(preview, view, texts), ...paintOutput(preview, view)];
}

/** What calls have changed in a copy, of which only the changes are left. */
export function paintPending(preview: CommandPreview, view: View): Lines {
  return paintChanges(preview, view, { rest: previewTexts.nothingYet, changed: previewTexts.changedSince });
}

interface ChangeTexts {
  /** Follows the number of files. */
  readonly rest: string;
  /** Says that the user has changed these paths. */
  readonly changed: (paths: string) => string;
}

function paintChanges(preview: CommandPreview, view: View, { rest, changed }: ChangeTexts): Lines {
  const { theme, width } = view;
  const { git, databases, limits, obstacle, conflicts } = preview;
  const wrapped = (text: string): Lines => wrapText(showInRow(text), width);
  const inConflict = conflicts.length === 0 ? [] : [changed(conflicts.join(', '))];
  const blocked = obstacle === undefined ? inConflict : [previewTexts.cannotApply(obstacle)];
  return [
    ...wrapText(paintSummary(preview, view, rest), width),
    ...blocked.flatMap((text) => wrapped(text).map((line) => theme.warning(line))),
    ...paintFiles(preview, view),
    ...git.flatMap((text) =>
      hang(theme.dim(`  ${previewTexts.git} `), wrapText(showInRow(text), Math.max(1, width - 6))),
    ),
    ...databases.flatMap(({ path, tables }) =>
      tables.flatMap((text) => indent(wrapText(showInRow(`${path} · ${text}`), Math.max(1, width - 2)), '  ')),
    ),
    ...limits.flatMap((text) => hang(`${theme.warning('▲')} `, wrapText(showInRow(text), Math.max(1, width - 2)))),
    ...paintDiffs(preview, view),
  ];
}

/** At the right of the title: `ran in a copy · exit 0 · 3.1 s`. */
export function notesOfPreview({ exitCode, durationMs }: CommandPreview): readonly string[] {
  const took = durationMs === null || durationMs < 1000 ? [] : [paintDuration(durationMs)];
  return [previewTexts.ranInCopy, previewTexts.exit(exitCode), ...took];
}

function paintSummary({ files, fileCount }: CommandPreview, { theme }: View, rest: string): string {
  const sum = (key: 'added' | 'removed'): number => files.reduce((all, file) => all + (file[key] ?? 0), 0);
  const counts = [
    ...(sum('added') > 0 ? [theme.success(`+${sum('added')}`)] : []),
    ...(sum('removed') > 0 ? [theme.danger(`−${sum('removed')}`)] : []),
  ];
  const head = fileCount === 0 ? previewTexts.noChanges : previewTexts.changes(fileCount);
  return `${[head, ...counts].join(' ')}${theme.dim(` · ${rest}`)}`;
}

function paintFiles({ files, fileCount }: CommandPreview, { theme, width }: View): Lines {
  const rows = files.slice(0, MOST_FILES).map((file) => {
    const said = describeFile(file);
    // What makes a file special is never cut off: the path is.
    const cells = Math.max(8, Math.min(width, 100) - Math.max(COUNT_CELLS, widthOf(said) + 1));
    const name = truncate(`  ${signs[file.change]}  ${showInRow(file.path)}`, cells);
    return truncate(padEnd(name, cells) + theme.dim(said.padStart(COUNT_CELLS)), width).trimEnd();
  });
  const hidden = fileCount - rows.length;
  return hidden > 0 ? [...rows, theme.dim(`     ${previewTexts.more(hidden)}`)] : rows;
}

function describeFile({ change, added, removed, note }: CommandPreview['files'][number]): string {
  const counts = [
    ...(added === undefined || added === 0 ? [] : [`+${added}`]),
    ...(removed === undefined || removed === 0 ? [] : [`−${removed}`]),
  ];
  const how = {
    added: [added === undefined ? previewTexts.isNew : previewTexts.newFile(added)],
    removed: [previewTexts.isRemoved],
    changed: counts.length === 0 ? [] : [counts.join(' ')],
  }[change];
  return [...how, ...(note === undefined ? [] : [showInRow(note)])].join(', ');
}

function paintDiffs({ diffs }: CommandPreview, view: View): Lines {
  return diffs.flatMap((diff) => {
    if (diff.type !== 'diff') return [];
    const title = ` ${showInRow(diff.path)} `;
    const rule = '─'.repeat(Math.max(0, Math.min(view.width, 100) - 2 - widthOf(title)));
    const shown = { ...diff, path: showWhole(diff.path), before: clean(diff.before), after: clean(diff.after) };
    return [
      truncate(`${view.theme.dim('──')}${title}${view.theme.dim(rule)}`, view.width),
      ...paintDiff(shown, view, MOST_ROWS),
    ];
  });
}

function paintOutput({ output }: CommandPreview, { theme, width }: View): Lines {
  const rows = showWhole(output.trimEnd()).split('\n');
  if (output.trim() === '') return [theme.dim(`── ${previewTexts.noOutput}`)];
  return [
    theme.dim(`── ${previewTexts.output}`),
    ...rows.slice(-MOST_OUTPUT).map((row) => truncate(theme.dim(row), width)),
  ];
}

function clean(text: string): string {
  return text.split('\r\n').map(showControls).join('\r\n');
}
