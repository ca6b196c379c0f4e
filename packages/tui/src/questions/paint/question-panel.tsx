import type { InputRequest } from '@bowline/protocol';
import { Text } from 'ink';
import { useEffect, useState, type ReactElement } from 'react';
import type { View } from '../../paint/layout/view.ts';
import { paintQuestion, paintWaiting } from './paint-question.ts';
import { shownOf, type QueueState } from '../question-queue.ts';
import type { ScrollRange } from '../question-state.ts';

export interface QuestionPanelProps {
  /** All pending questions in the order in which they are shown. */
  readonly requests: readonly InputRequest[];
  readonly queue: QueueState;
  readonly isDraftEmpty: boolean;
  readonly isSetup?: boolean;
  readonly view: View;
  /** The number of available rows. */
  readonly rows: number;
  /** Called on every paint with how far the question can be scrolled. */
  readonly onRange: (range: ScrollRange) => void;
  /** Returns milliseconds. For tests. */
  readonly clock?: () => number;
}

/** Shows one question at a time with everything needed to answer it, or one row if questions are postponed. */
export function QuestionPanel(props: QuestionPanelProps): ReactElement | null {
  const { requests, queue, isDraftEmpty, isSetup = false, rows, onRange, clock = Date.now } = props;
  const hasExpiry = requests.some(({ expiresAt }) => expiresAt !== undefined);
  const view = useLiveView(props.view, !queue.isLater && hasExpiry, clock);
  const shown = shownOf(queue, requests);
  if (shown === null) return null;
  if (queue.isLater) return <Text>{paintWaiting(requests, view)}</Text>;
  const { hasFocus } = queue;
  const { lines, range } = paintQuestion(
    { ...shown, count: requests.length, hasFocus, isDraftEmpty, isSetup },
    view,
    rows,
  );
  onRange(range);
  return <Text>{lines.join('\n')}</Text>;
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
