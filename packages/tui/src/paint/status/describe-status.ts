import type { ApprovalMode, ContextUse } from '@bowline/protocol';
import { cleanLine } from '../layout/clean-text.ts';
import type { View } from '../layout/view.ts';
import { truncateMiddle } from '../layout/wrap.ts';
import { paintContextBar } from './paint-context-bar.ts';
import { paintRoundCost } from './paint-cost.ts';
import type { Style } from '../theme/theme.ts';
import { dockTexts, modeWords } from '../../texts/dock-texts.ts';
import type { PlaceRow } from '../frame/paint-dock.ts';
import type { RuleWords } from '../frame/paint-rule.ts';

/** What the bottom rule shows. */
export interface StatusFacts {
  readonly mode: ApprovalMode;
  readonly vimMode: string | null;
  readonly model: string | null;
  readonly context: ContextUse | null;
  /** In US dollars. Null if no price is known. */
  readonly cost: number | null;
}

/** From this width on, there are notes, a gauge and a preview. */
export const WIDE = 100;
/** Below this width, there is one column of options, no last row and no notes. */
export const NARROW = 60;

const GAUGE_CELLS = 10;

/** The bottom rule: mode at the left; model, context and cost at the right. */
export function describeStatus({ mode, vimMode, model, context, cost }: StatusFacts, view: View): RuleWords {
  const { theme, width } = view;
  const styles: Readonly<Record<ApprovalMode, Style>> = {
    default: theme.dim,
    plan: theme.accent,
    preview: theme.accent,
    auto_edit: theme.warning,
    yolo: theme.danger,
  };
  const vim = vimMode === null ? '' : theme.dim(` · ${dockTexts.vim(vimMode)}`);
  const left = modeWords[mode].map((words) => styles[mode](words) + vim);
  const dot = theme.dim(' · ');
  const used = paintContextBar(context ?? { tokens: 0, window: 1 }, view, width >= WIDE ? GAUGE_CELLS : 0);
  const spent = cost === null ? [] : [theme.dim(paintRoundCost(cost))];
  const end = [used, ...spent].join(dot);
  if (width < NARROW) return { left, right: [end] };
  const name = model === null ? theme.dim(dockTexts.noModel) : cleanLine(model);
  return { left, right: [[name, end].join(dot), [truncateMiddle(name, 16), end].join(dot), end] };
}

/** The keys in the last row, from their longest form to their shortest. */
export function hintsFor(width: number, tasks = 0): readonly string[] {
  const hints = width < WIDE ? dockTexts.hints.slice(1) : dockTexts.hints;
  return tasks === 0
    ? hints
    : [...dockTexts.busyHints.map((keys) => `${dockTexts.tasks(tasks)} · ${keys}`), ...hints.slice(-1)];
}

/** What the last row shows. */
export interface PlaceFacts {
  readonly folder: string;
  readonly branch: string | null;
  /** Whether the operating system confines commands. Null if not yet known. */
  readonly isConfined: boolean | null;
  /** A temporary note in place of the keys. */
  readonly note: string | null;
  readonly keys: readonly string[];
}

/** The last row: the place at the left, keys at the right. */
export function describePlace({ folder, branch, isConfined, note, keys }: PlaceFacts, { width }: View): PlaceRow {
  const place = cleanLine(folder);
  const box = isConfined === null || width < WIDE ? [] : [isConfined ? dockTexts.sandboxOn : dockTexts.sandboxOff];
  const name = branch === null ? [] : [cleanLine(branch)];
  const short = truncateMiddle(place, 24);
  return {
    left: [[place, ...name, ...box], [place, ...name], [short, ...name], [short]].map((parts) => parts.join(' · ')),
    right: note === null ? keys : [cleanLine(note)],
  };
}
