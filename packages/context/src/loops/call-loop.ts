import { toCallKeys } from './call-keys.ts';
import type { FinishedCall } from './finished-call.ts';
import type { LoopFinding } from './loop-finding.ts';
import { isEdit, patienceFor } from './patience-for.ts';
import {
  findRound,
  halveRepeats,
  LONGEST_ROUND,
  noRepeats,
  reduceRepeats,
  type Repeats,
  type Round,
} from './repeats.ts';

/** What is remembered about the calls of a turn: a few kilobytes of JSON at most. */
export interface CallLoopState {
  readonly same: Repeats;
  readonly like: Repeats;
  readonly call: Repeats;
  /** The last calls, newest last, as labels for the user. */
  readonly recent: readonly RecentCall[];
}

interface RecentCall {
  readonly label: string;
  readonly isEdit: boolean;
}

type Level = 'same' | 'like' | 'call';

/**
 * How often a sequence of calls may repeat before it counts as a loop.
 *
 * With the same results, a few repeats gain nothing. Results that differ in times and numbers may hide progress. Other
 * differences are progress, unless they never end, as with a random id in every result.
 */
const MOST: Readonly<Record<Level, number>> = { same: 5, like: 15, call: 60 };
const HOW: Readonly<Record<Level, string>> = {
  same: 'with the same result each time',
  like: 'with results that differ only in numbers or times',
  call: 'with no other calls in between',
};
const levels: readonly Level[] = ['same', 'like', 'call'];
const LONGEST_LABEL = 60;

/** The state before the first call. */
export const initialCallLoop: CallLoopState = { same: noRepeats, like: noRepeats, call: noRepeats, recent: [] };

/** Adds a call. Takes time proportional to the length of its arguments and result. */
export function reduceCallLoop(state: CallLoopState, call: FinishedCall): CallLoopState {
  const keys = toCallKeys(call);
  const patience = patienceFor(call);
  return {
    same: reduceRepeats(state.same, keys.same, patience),
    like: reduceRepeats(state.like, keys.like, patience),
    call: reduceRepeats(state.call, keys.call, patience),
    recent: [...state.recent, { label: toLabel(call), isEdit: isEdit(call) }].slice(-LONGEST_ROUND),
  };
}

/** The loop that the last call is part of. Null if something changed. */
export function findCallLoop(state: CallLoopState): LoopFinding | null {
  const isPatient = (length: number): boolean => !state.recent.slice(-length).some((call) => call.isEdit);
  for (const level of levels) {
    const round = findRound(state[level], MOST[level], isPatient);
    if (round !== undefined) return { kind: 'calls', detail: describe(state.recent, round, HOW[level]) };
  }
  return null;
}

/** After a nudge: the loop is reported again only if it continues for half as long, so that the model has a chance. */
export function settleCallLoop(state: CallLoopState): CallLoopState {
  return {
    ...state,
    same: halveRepeats(state.same),
    like: halveRepeats(state.like),
    call: halveRepeats(state.call),
  };
}

/** After a user message: earlier calls no longer count. */
export function resetCallLoop(): CallLoopState {
  return initialCallLoop;
}

function describe(recent: readonly RecentCall[], { length, times }: Round, how: string): string {
  const labels = recent.slice(-length).map(({ label }) => label);
  if (length === 1) return `${labels.join('')} was called ${times} times in a row, ${how}.`;
  return `The same ${length} calls were repeated ${times} times, ${how}: ${labels.join(', ')}.`;
}

/** The tool and its first meaningful argument. */
function toLabel({ name, args }: FinishedCall): string {
  const said = Object.values(args).find((value) => typeof value === 'string' && value !== '');
  const what = typeof said === 'string' ? ` (${said.slice(0, LONGEST_LABEL).replace(/\s+/g, ' ')})` : '';
  const label = name.slice(0, LONGEST_LABEL) + what;
  return label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL)}...`;
}
