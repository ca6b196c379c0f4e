import { unreachable } from '@bowline/protocol/plain';
import type { CallItem } from '../../transcript/transcript.ts';
import { cleanLine } from '../layout/clean-text.ts';
import { paintDuration } from '../status/paint-duration.ts';
import { paintSpinner } from '../status/paint-spinner.ts';
import type { Lines, View } from '../layout/view.ts';
import { indent, truncate, widthOf, wrapText } from '../layout/wrap.ts';
import { describeCall } from './describe-call.ts';
import { describeResult } from './describe-result.ts';
import { dimOutput, paintTail } from './paint-output.ts';
import { paintResult } from './paint-result.ts';
import { callStates, callTexts } from '../../texts/transcript-texts.ts';

/** Rows of the latest output of a running command. */
const LIVE_ROWS = 8;
const MARGIN = '  ';
/** Shorter durations are not shown. */
const WORTH_SAYING_MS = 1000;

/** Paints a call: a row with its action and status, and its folded result. */
export function paintCall(item: CallItem, view: View): Lines {
  const inner = { ...view, width: Math.max(1, view.width - MARGIN.length) };
  const body = item.result === null ? paintRunning(item, inner) : paintResult(item, item.result, inner);
  return [...paintHead(item, view), ...indent(body, MARGIN)];
}

function paintRunning(item: CallItem, view: View): Lines {
  if (item.status === 'awaiting') return [];
  return dimOutput(paintTail(item.output, view, view.isUnfolded ? Infinity : LIVE_ROWS), view);
}

function paintHead(item: CallItem, view: View): Lines {
  const { theme, width } = view;
  const { verb, target } = describeCall(item.name, item.args, view.workspace);
  const facts = [...describeResult(item), ...toTime(item, view)].map((fact) => theme.dim(` · ${fact}`)).join('');
  const sign = view.isScreenReader ? `${callStates[item.status]}: ` : `${toSign(item, view)} `;
  const start = `${sign}${theme.strong(cleanLine(verb))}`;
  if (view.isUnfolded) return wrapText(`${start}${target === '' ? '' : ` ${target}`}${facts}`, width);
  const room = width - widthOf(start) - widthOf(facts) - 1;
  if (room < 8) return [truncate(`${start} ${target}${facts}`, width)];
  return [`${start}${target === '' ? '' : ` ${truncate(target, room)}`}${facts}`];
}

function toTime({ status, startedAt, endedAt }: CallItem, { now, isScreenReader }: View): readonly string[] {
  if (status === 'awaiting') return [callTexts.needsApproval];
  if (startedAt === null || (endedAt === null && isScreenReader)) return [];
  const ms = (endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt);
  return ms < WORTH_SAYING_MS ? [] : [paintDuration(ms)];
}

function toSign({ status, result }: CallItem, view: View): string {
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
      return hasExitedBadly(result) ? theme.warning('!') : theme.good('✓');
    case 'failed':
      return theme.bad('✗');
    case 'denied':
      return theme.warning('⊘');
    case 'interrupted':
      return theme.warning('■');
    default:
      return unreachable(status);
  }
}

/** The call succeeded, but the command that it ran failed. */
function hasExitedBadly(result: CallItem['result']): boolean {
  const code = result?.data?.['exitCode'];
  return typeof code === 'number' && code !== 0;
}
