import { toCallKeys } from './call-keys.ts';
import type { FinishedCall } from './finished-call.ts';
import type { LoopFinding } from './loop-finding.ts';
import { isEdit, patienceFor } from './patience-for.ts';
import { findRound, halveRepeats, LONGEST_ROUND, noRepeats, stepRepeats, type Repeats, type Round } from './repeats.ts';

/** What is remembered of the calls of a turn: plain JSON of a few kilobytes at most, whatever the calls were. */
export interface CallLoopState {
  readonly same: Repeats;
  readonly like: Repeats;
  readonly call: Repeats;
  /** The last calls, newest last, as a person would name them. */
  readonly recent: readonly RecentCall[];
}

interface RecentCall {
  readonly label: string;
  readonly isEdit: boolean;
}

type Level = 'same' | 'like' | 'call';

/**
 * How often a round of calls may come before it is a loop.
 *
 * With the same results nothing is gained after a few. Results that differ in times and numbers may hide progress. Results
 * that differ otherwise are progress, unless they are so without end, as with a random id in every one.
 */
const MOST: Readonly<Record<Level, number>> = { same: 5, like: 15, call: 60 };
const HOW: Readonly<Record<Level, string>> = {
  same: 'with the same result each time',
  like: 'with results that differ only in numbers or times',
  call: 'with nothing else in between',
};
const levels: readonly Level[] = ['same', 'like', 'call'];
const LONGEST_LABEL = 60;

/** No call has been made yet. */
export const initialCallLoop: CallLoopState = { same: noRepeats, like: noRepeats, call: noRepeats, recent: [] };

/** What is remembered after one call more. Takes time by the length of its arguments and its result. */
export function stepCallLoop(state: CallLoopState, call: FinishedCall): CallLoopState {
  const keys = toCallKeys(call);
  const patience = patienceFor(call);
  return {
    same: stepRepeats(state.same, keys.same, patience),
    like: stepRepeats(state.like, keys.like, patience),
    call: stepRepeats(state.call, keys.call, patience),
    recent: [...state.recent, { label: toLabel(call), isEdit: isEdit(call) }].slice(-LONGEST_ROUND),
  };
}

/** The loop that the last call was part of; null when something has changed since the one before. */
export function findCallLoop(state: CallLoopState): LoopFinding | null {
  const isPatient = (length: number): boolean => !state.recent.slice(-length).some((call) => call.isEdit);
  for (const level of levels) {
    const round = findRound(state[level], MOST[level], isPatient);
    if (round !== undefined) return { kind: 'calls', detail: describe(state.recent, round, HOW[level]) };
  }
  return null;
}

/** After a nudge: what was found is found again only when it goes on half as long again, so that the model has a chance. */
export function settleCallLoop(state: CallLoopState): CallLoopState {
  return {
    ...state,
    same: halveRepeats(state.same),
    like: halveRepeats(state.like),
    call: halveRepeats(state.call),
  };
}

/** After a word of a person: what came before no longer counts. */
export function resetCallLoop(): CallLoopState {
  return initialCallLoop;
}

function describe(recent: readonly RecentCall[], { length, times }: Round, how: string): string {
  const labels = recent.slice(-length).map(({ label }) => label);
  if (length === 1) return `${labels.join('')} was called ${times} times in a row, ${how}.`;
  return `The same ${length} calls were made ${times} times over, ${how}: ${labels.join(', ')}.`;
}

/** The tool and the first of its arguments that says something. */
function toLabel({ name, args }: FinishedCall): string {
  const said = Object.values(args).find((value) => typeof value === 'string' && value !== '');
  const what = typeof said === 'string' ? ` (${said.slice(0, LONGEST_LABEL).replace(/\s+/g, ' ')})` : '';
  const label = name.slice(0, LONGEST_LABEL) + what;
  return label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL)}...`;
}
