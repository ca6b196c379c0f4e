import type { CallItem } from '../../transcript/transcript.ts';
import { isNarrow } from '../layout/measure.ts';
import type { Lines, View } from '../layout/view.ts';
import { callTexts } from '../../texts/transcript-texts.ts';
import { paintCallRow } from './call-row.ts';
import { describeCall } from './describe-call.ts';
import { describeResult } from './describe-result.ts';

/** Paints calls of one tool that only looked on one row: their targets, and the sum of what they found. */
export function paintBatch(calls: readonly CallItem[], view: View): Lines {
  const described = calls.map(({ name, args }) => describeCall(name, args, view.workspace));
  const verb = described[0]?.verb ?? '';
  const target = isNarrow(view.width)
    ? callTexts.batch(calls.length, verb)
    : described.map((each) => each.target).join(', ');
  return [paintCallRow({ sign: view.theme.success('✓'), verb, target, result: describeSum(calls, view) }, view)];
}

/** The sum of what calls found. Styled. */
export function describeSum(calls: readonly CallItem[], view: View): string {
  const { dim } = view.theme;
  const sum = (name: string): number | null => {
    const numbers = calls.map(({ result }) => result?.data?.[name]);
    return numbers.every((each) => typeof each === 'number') ? numbers.reduce((all, each) => all + each, 0) : null;
  };
  const [matches, files, lines] = ['matches', 'files', 'lines'].map(sum);
  if (matches != null) return dim(callTexts.matches(matches, null));
  if (files != null) return dim(callTexts.files(files));
  if (lines != null) return dim(callTexts.lines(lines));
  const last = calls.at(-1);
  return last === undefined ? '' : describeResult(last, view);
}
