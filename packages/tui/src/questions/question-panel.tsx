import type { InputAnswer, InputRequest } from '@bowline/protocol';
import { AgentError } from '@bowline/protocol/plain';
import { Text, useInput, usePaste } from 'ink';
import { useEffect, useReducer, useRef, useState, type ReactElement } from 'react';
import { toPress } from '../browsers/press.ts';
import type { View } from '../paint/view.ts';
import type { Confirmation } from './confirmation-actions.ts';
import { parseEdited, toEditable } from './edit-call.ts';
import { paintQuestion, paintWaiting } from './paint-question.ts';
import {
  emptyQueue,
  enterQueue,
  pasteQueue,
  refuseAnswer,
  shownOf,
  stepQueue,
  syncQueue,
  type QueueState,
  type QueueStep,
} from './question-queue.ts';

export interface QuestionPanelProps {
  /** All that wait, the oldest first. One that is answered, here or elsewhere, is simply no longer among them. */
  readonly requests: readonly InputRequest[];
  readonly view: View;
  /** Rows that there is room for. */
  readonly rows: number;
  /** It has the keyboard. Without it, it is one row that says what waits. */
  readonly isActive: boolean;
  /** When it rejects, the question stays and says why. */
  readonly onAnswer: (inputId: string, answer: InputAnswer) => void | Promise<void>;
  readonly onEdit: (text: string, extension: string) => Promise<string | null>;
  /** Back to the prompt; the questions stay. */
  readonly onEscape: () => void;
  /** Text that a person was typing when the question came up: it belongs into the prompt. */
  readonly onStray?: (text: string) => void;
  /** Milliseconds, for tests. */
  readonly clock?: () => number;
}

/** What a person must answer: one question at a time, with all that is needed to answer it. */
export function QuestionPanel(props: QuestionPanelProps): ReactElement | null {
  const { requests, rows, isActive, clock = Date.now } = props;
  const hasExpiry = requests.some(({ expiresAt }) => expiresAt !== undefined);
  const view = useLiveView(props.view, isActive && hasExpiry, clock);
  const queueRef = useQueue(requests, isActive, clock);
  const [, repaint] = useReducer((n: number) => n + 1, 0);
  const shown = shownOf(queueRef.current, requests);
  const painted = shown === null ? null : paintQuestion({ ...shown, count: requests.length }, view, rows);
  const range = painted?.range ?? { last: 0, page: 1 };
  const set = (queue: QueueState): void => {
    queueRef.current = queue;
    repaint();
  };
  const apply = ({ queue, effect }: QueueStep): void => {
    set(queue);
    const refuse: Refuse = (inputId, problem) => {
      set(refuseAnswer(queueRef.current, inputId, problem));
    };
    if (effect !== null) act(effect, { props, refuse });
  };
  const hears = { isActive: isActive && shown !== null };
  useInput((input, key) => {
    const press = toPress(input, key);
    if (press !== null) apply(stepQueue(queueRef.current, press, { requests, range, now: clock() }));
  }, hears);
  usePaste((text) => {
    apply(pasteQueue(queueRef.current, text, { requests, range, now: clock() }));
  }, hears);
  if (painted === null) return null;
  return <Text>{isActive ? painted.lines.join('\n') : paintWaiting(requests, view)}</Text>;
}

/** The queue of these questions. Changed in place: a key that comes before the next paint must already meet it. */
function useQueue(requests: readonly InputRequest[], isActive: boolean, clock: () => number): { current: QueueState } {
  const queueRef = useRef<QueueState>(emptyQueue);
  const wasActive = useRef(isActive);
  const isBack = isActive && !wasActive.current && queueRef.current.shownId !== null;
  queueRef.current = syncQueue(queueRef.current, requests, clock());
  if (isBack) queueRef.current = enterQueue(queueRef.current, clock());
  wasActive.current = isActive;
  return queueRef;
}

/** A view whose time goes on while something on it counts down. */
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

type Refuse = (inputId: string, problem: string) => void;

function act(effect: NonNullable<QueueStep['effect']>, { props, refuse }: Acting): void {
  switch (effect.kind) {
    case 'stray':
      props.onStray?.(effect.text);
      return;
    case 'leave':
      props.onEscape();
      return;
    case 'answer':
      void answer(effect.request.inputId, effect.answer, { props, refuse });
      return;
    case 'edit':
      if (effect.request.kind === 'confirmation') void edit(effect.request, { props, refuse });
      return;
  }
}

interface Acting {
  readonly props: QuestionPanelProps;
  readonly refuse: Refuse;
}

async function answer(inputId: string, given: InputAnswer, { props, refuse }: Acting): Promise<void> {
  try {
    await props.onAnswer(inputId, given);
  } catch (thrown) {
    const { message, hint } = AgentError.from(thrown);
    refuse(inputId, hint === undefined ? message : `${message} (${hint})`);
  }
}

async function edit(request: Confirmation, acting: Acting): Promise<void> {
  const { text, extension } = toEditable(request);
  const edited = parseEdited(request, await acting.props.onEdit(text, extension).catch(() => null));
  if (edited.kind === 'invalid') acting.refuse(request.inputId, edited.problem);
  if (edited.kind === 'answer') await answer(request.inputId, edited.answer, acting);
}
