import { paintFooter } from '../paint/status/paint-footer.ts';
import type { Lines, View } from '../paint/view.ts';
import type { ScreenState } from './screen-state.ts';

/** Who has the keyboard; `later` is the draft while a question is put off. */
export type Focus = 'panel' | 'question' | 'draft' | 'later';

/** What stands below the prompt. */
export function paintFrameFooter(
  state: ScreenState,
  { folder, focus }: { readonly folder: string; readonly focus: Focus },
  view: View,
): Lines {
  const { session, branch, note, isConfined } = state;
  const { model, mode, context, cost, pending } = session;
  // In yolo commands run outside it.
  const sandbox = isConfined === null || mode === 'yolo' ? '' : isConfined ? 'sandbox' : null;
  const hints = note === null ? toHints(state, focus) : [note];
  return paintFooter({ folder, branch, model, mode, context, cost, sandbox, pending: pending.length, hints }, view);
}

function toHints({ session, isUnfolded }: ScreenState, focus: Focus): readonly string[] {
  const { phase, isBusy, queued, pending, title } = session;
  const named = title === null ? [] : [title];
  if (phase === 'opening') return ['opening the session; you can type already'];
  if (phase === 'failed') return ['no session; what you send tries again', '/clear begins a new one', '/quit leaves'];
  if (focus === 'panel') return ['Esc goes back to the prompt'];
  if (pending.length > 0) return toAskedHints(isBusy, focus);
  if (isBusy)
    return ['Esc stops', queued === 0 ? 'Enter tells the agent at its next step' : `${queued} queued`, ...named];
  return ['/ commands', 'Shift-Tab mode', isUnfolded ? 'Ctrl-O folds' : 'Ctrl-O unfolds', 'Ctrl-P finds', ...named];
}

function toAskedHints(isBusy: boolean, focus: Focus): readonly string[] {
  if (focus === 'later') return ['Tab to answer', isBusy ? 'Esc to interrupt' : '/ commands'];
  return [isBusy ? 'Ctrl-C to interrupt' : 'Ctrl-C twice to quit'];
}
