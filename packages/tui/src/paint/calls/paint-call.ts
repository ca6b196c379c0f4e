import { unreachable } from '@bowline/protocol/plain';
import type { CallItem } from '../../transcript/transcript.ts';
import { cleanLine } from '../layout/clean-text.ts';
import { paintSpinner } from '../status/paint-spinner.ts';
import type { Lines, View } from '../layout/view.ts';
import { indent, wrapText } from '../layout/wrap.ts';
import { bodyIndent, paintCallRow } from './call-row.ts';
import { describeCall, isPathCall } from './describe-call.ts';
import { describeResult } from './describe-result.ts';
import { hasExitedBadly } from './has-exited-badly.ts';
import { isCommand } from './is-command.ts';
import { dimOutput, paintEnd, paintPlain, paintTail } from './paint-output.ts';
import { paintResult } from './paint-result.ts';
import { toSpokenWords } from '../../texts/to-spoken-words.ts';
import { callStates } from '../../texts/transcript-texts.ts';

/** Rows of the latest output of a running command. */
const LIVE_ROWS = 3;

/** Paints a call: a row with its action and result, and what else of the result the user should see. */
export function paintCall(item: CallItem, view: View): Lines {
  const margin = view.isScreenReader ? 2 : bodyIndent(view.width);
  const inner = { ...view, width: Math.max(1, view.width - margin) };
  return [...paintHead(item, view), ...indent(paintCallBody(item, inner), ' '.repeat(margin))];
}

/** Everything below the row of a call, without its margin. */
export function paintCallBody(item: CallItem, view: View): Lines {
  return item.result === null ? paintRunning(item, view) : paintResult(item, item.result, view);
}

function paintRunning(item: CallItem, view: View): Lines {
  if (item.status === 'awaiting') return [];
  const { output } = item;
  if (!isCommand(item))
    return dimOutput(paintPlain(output.trimEnd(), view).slice(view.isUnfolded ? 0 : -LIVE_ROWS), view);
  return dimOutput(view.isUnfolded ? paintEnd(output, view) : paintTail(output, view, LIVE_ROWS), view);
}

function paintHead(item: CallItem, view: View): Lines {
  const { verb, target } = describeCall(item.name, item.args, view.workspace);
  const result = describeResult(item, view);
  if (view.isScreenReader) {
    const words = [
      `${cleanLine(verb)} ${target}`.trim(),
      ...(isSaid(item) ? [] : [callStates[hasExitedBadly(item.result) ? 'failed' : item.status]]),
      ...(result === '' ? [] : [toSpokenWords(result)]),
    ];
    return wrapText(words.join(', '), view.width);
  }
  const row = { sign: toSign(item, view), verb: cleanLine(verb), target, result, isPath: isPathCall(item.name) };
  return [paintCallRow(row, view)];
}

/** Its result says its state too. */
function isSaid({ status }: CallItem): boolean {
  return status === 'awaiting' || status === 'denied' || status === 'interrupted';
}

/** The sign of a call's state. */
export function toSign({ status, result }: CallItem, view: View): string {
  const { theme } = view;
  switch (status) {
    case 'requested':
    case 'deciding':
      return theme.dim('·');
    case 'awaiting':
      return theme.warning('?');
    case 'running':
      return theme.accent(paintSpinner(view));
    case 'finished':
      return hasExitedBadly(result) ? theme.danger('✗') : theme.success('✓');
    case 'failed':
      return theme.danger('✗');
    case 'denied':
      return theme.warning('⊘');
    case 'interrupted':
      // Without a result, its outcome is not known.
      return result?.errorType === 'aborted' ? theme.danger('✗') : theme.warning('!');
    default:
      return unreachable(status);
  }
}
