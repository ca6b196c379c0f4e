import { paintFooter } from '../paint/status/paint-footer.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import type { ScreenState } from './screen-state.ts';
import { hintTexts, statusTexts, type PendingCounts } from '../texts/screen-texts.ts';

/** What has the keyboard. `later` is the draft while a question is postponed. */
export type Focus = 'panel' | 'question' | 'draft' | 'later';

/** Paints the footer below the prompt. */
export function paintFrameFooter(
  state: ScreenState,
  { folder, focus }: { readonly folder: string; readonly focus: Focus },
  view: View,
): Lines {
  const { session, branch, note, isConfined } = state;
  const { model, mode, context, cost, pending } = session;
  // In yolo mode, commands run outside the sandbox.
  const sandbox = isConfined === null || mode === 'yolo' ? '' : isConfined ? statusTexts.sandbox : null;
  const hints = note === null ? toHints(state, focus) : [note];
  return paintFooter({ folder, branch, model, mode, context, cost, sandbox, pending: toCounts(pending), hints }, view);
}

function toCounts(pending: ScreenState['session']['pending']): PendingCounts {
  const approvals = pending.filter(({ kind }) => kind === 'confirmation').length;
  return { approvals, questions: pending.length - approvals };
}

function toHints({ session, isUnfolded }: ScreenState, focus: Focus): readonly string[] {
  const { phase, isBusy, queued, pending, title } = session;
  const named = title === null ? [] : [title];
  if (phase === 'opening') return [hintTexts.opening];
  if (phase === 'failed') return hintTexts.failed;
  if (focus === 'panel') return [hintTexts.panel];
  if (pending.length > 0) return toAskedHints(isBusy, focus);
  if (isBusy) return [hintTexts.stop, queued === 0 ? hintTexts.steer : hintTexts.queued(queued), ...named];
  const { commands, mode, expand, collapse, search } = hintTexts;
  return [commands, mode, isUnfolded ? collapse : expand, search, ...named];
}

function toAskedHints(isBusy: boolean, focus: Focus): readonly string[] {
  if (focus === 'later') return [hintTexts.answer, isBusy ? hintTexts.interruptEsc : hintTexts.commands];
  return [isBusy ? hintTexts.interrupt : hintTexts.quit];
}
