import { listWidth, markRow, shorten } from '../lists/paint-list.ts';
import type { DockSection } from '../paint/frame/paint-dock.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import { isNarrow } from '../paint/layout/measure.ts';
import type { View } from '../paint/layout/view.ts';
import { padEnd, truncate, truncateMiddle, widthOf } from '../paint/layout/wrap.ts';
import { menuTexts, panelTexts } from '../texts/panel-texts.ts';
import type { Candidate, CompletionTarget } from './completion.ts';
import type { CompletionMenu } from './completion-menu.ts';
import { spokenTexts } from '../texts/spoken-texts.ts';
import { toSentence } from '../texts/to-spoken-words.ts';

/** Names of commands are padded to this width. */
const NAME_CELLS = 10;
const MARK_CELLS = 2;

/** Paints at most `rows` candidates around the chosen one. */
export function paintMenu(menu: CompletionMenu, { rows }: { rows: number }, view: View): DockSection {
  const { target, candidates, chosen, all } = menu;
  if (view.isScreenReader) return sayMenu(menu);
  const { theme } = view;
  const visible = Math.max(1, Math.min(rows, candidates.length));
  const top = Math.min(Math.max(0, chosen - Math.floor(visible / 2)), candidates.length - visible);
  const shown = candidates.slice(top, top + visible);
  const counted = panelTexts.count(candidates.length, Math.max(all, candidates.length));
  return {
    tone: 'focus',
    title: { left: [theme.strong(menuTexts.titles[target.kind])], right: [theme.dim(counted)] },
    rows: shown.map((candidate, at) =>
      paintCandidate(candidate, { kind: target.kind, isChosen: top + at === chosen }, view),
    ),
    keys: { left: shorten(menuTexts.keys[target.kind]).map((keys) => theme.dim(keys)), right: [] },
  };
}

/** A screen reader says the chosen candidate only. */
function sayMenu({ target, candidates, chosen }: CompletionMenu): DockSection {
  const { value = '', summary = '', note = '' } = candidates[chosen] ?? {};
  const name = (target.kind === 'command' ? '/' : '') + value;
  const words = [name, summary, note].filter((part) => part !== '').map(cleanLine);
  return {
    tone: 'focus',
    key: target.kind,
    title: { left: [menuTexts.titles[target.kind]], right: [] },
    rows: [spokenTexts.row(chosen + 1, candidates.length, toSentence(words.join(', ')))],
    keys: { left: [menuTexts.keys[target.kind]], right: [] },
  };
}

function paintCandidate(
  candidate: Candidate,
  { kind, isChosen }: { readonly kind: CompletionTarget['kind']; readonly isChosen: boolean },
  view: View,
): string {
  const { theme } = view;
  const name = (kind === 'command' ? '/' : '') + cleanLine(candidate.value);
  const width = listWidth(view.width) - MARK_CELLS;
  const isShort = isNarrow(view.width);
  const note = isShort && kind === 'command' ? '' : truncate(cleanLine(candidate.note ?? ''), Math.floor(width / 2));
  const room = width - (note === '' ? 0 : widthOf(note) + 2);
  const text =
    candidate.summary === '' || isShort
      ? truncateMiddle(name, room)
      : truncate(`${padEnd(name, NAME_CELLS)}  ${theme.dim(cleanLine(candidate.summary))}`, room);
  const row = note === '' ? text : padEnd(text, width - widthOf(note)) + theme.dim(note);
  return markRow(row, isChosen, view);
}
