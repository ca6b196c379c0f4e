import type { InputRequest } from '@bowline/protocol';
import { useEffect, useState } from 'react';
import type { DockSection } from '../../paint/frame/paint-dock.ts';
import type { View } from '../../paint/layout/view.ts';
import { ownOf } from '../own-question.ts';
import { paintOverview } from './paint-overview.ts';
import { paintQuestion } from './paint-question.ts';
import { shownOf, type QueueState } from '../queue-state.ts';
import type { ScrollRange } from '../question-state.ts';

export interface QuestionProps {
  /** All pending questions in the order in which they are shown. */
  readonly requests: readonly InputRequest[];
  readonly queue: QueueState;
  readonly isDraftEmpty: boolean;
  readonly isSetup?: boolean;
  readonly isBusy?: boolean;
  readonly isLow?: boolean;
  readonly view: View;
  /** The number of available rows. */
  readonly rows: number;
  /** Called on every paint with how far the question can be scrolled. */
  readonly onRange: (range: ScrollRange) => void;
  /** Returns milliseconds. For tests. */
  readonly clock?: () => number;
}

/** Paints one question at a time with everything needed to answer it. Null if questions are postponed. */
export function useQuestion(props: QuestionProps): DockSection | null {
  const {
    requests,
    queue,
    isDraftEmpty,
    isSetup = false,
    isBusy = false,
    isLow = false,
    rows,
    onRange,
    clock = Date.now,
  } = props;
  const isCounting = requests.some((request) => request.expiresAt !== undefined || ownOf(request) !== null);
  const view = useLiveView(props.view, !queue.isLater && isCounting, clock);
  const shown = shownOf(queue, requests);
  if (shown === null || queue.isLater) return null;
  const { hasFocus } = queue;
  const asked = { ...shown, count: requests.length, hasFocus, isDraftEmpty, isSetup, isBusy, isLow };
  const { section, range } = queue.isOverview
    ? paintOverview({ requests, queue, isDraftEmpty, isBusy }, view, rows)
    : paintQuestion(asked, view, rows);
  onRange(range);
  return section;
}

/** A view whose time advances while something in it counts down. */
function useLiveView(view: View, isCounting: boolean, clock: () => number): View {
  const [now, setNow] = useState(view.now);
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => {
      setNow(clock());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, [isCounting, clock]);
  return isCounting ? { ...view, now: Math.max(now, view.now) } : view;
}
