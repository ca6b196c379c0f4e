import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useInput, usePaste } from 'ink';
import { unreachable } from '@bowline/protocol/plain';
import { toArrival, type Arrival } from '../input/arrival.ts';
import { fillMenu } from '../input/completion-menu.ts';
import { loadOlder } from '../input/edit-history.ts';
import { paste } from '../input/edit-text.ts';
import { setText, type Edit } from '../input/editor-state.ts';
import { findImagePaths } from '../input/image-paths.ts';
import { limitOf, paintPrompt, roomOf, type PaintedPrompt } from '../input/paint-prompt.ts';
import { attachCopied, attachDropped, editElsewhere } from '../input/prompt-errands.ts';
import { applyEdit, setVim, type PromptOutcome, type PromptState } from '../input/prompt-state.ts';
import { toText } from '../input/text-buffer.ts';
import { useCompletions } from '../input/use-completions.ts';
import {
  arm,
  focusQueue,
  nextTick,
  refuseAnswer,
  shownOf,
  syncQueue,
  type QueueState,
} from '../questions/question-queue.ts';
import { answerQuestion } from './answer-question.ts';
import { EMPTY_DOCK, isDraftEmpty, stepDock, tickDock, type Dock, type DockScene, type DockStep } from './dock.ts';
import type { DockProps } from './dock-props.ts';

/** What the dock shows now, for whoever lays out the screen. */
export interface DockFrame extends PaintedPrompt {
  readonly vimMode: 'normal' | 'insert' | null;
  readonly queue: QueueState;
  readonly isDraftEmpty: boolean;
}

/** Draft and questions without their place on the screen: reads the keyboard for both, and paints what is being written. */
export function useDock(props: DockProps): DockFrame {
  const { view, rows, isActive, placeholder } = props;
  const { dock, hands } = useHands(props);
  const hasDraft = isActive && !dock.queue.hasFocus;
  useInput(
    (input, key) => {
      const arrival = toArrival(input, key);
      if (arrival !== null) take(hands, arrival, props);
    },
    { isActive },
  );
  // Always: a paste that is under way when a panel opens would otherwise be typed into the panel.
  usePaste((text) => {
    if (!isActive) return;
    const isForDraft = take(hands, { kind: 'paste', text }, props);
    if (isForDraft) for (const dropped of findImagePaths(text)) void attachDropped(props, dropped, hands.change);
  });
  useTicks(dock.queue, hands, props);
  useCompletions(hasDraft ? dock.prompt.menu : null, props.abilities.completePath, (target, values) => {
    const { prompt } = hands.dock();
    hands.prompt({ ...prompt, menu: fillMenu(prompt.menu, target, values) });
  });
  useImperativeHandle(props.controls, () => ({
    text: () => toText(hands.dock().prompt.editor.buffer),
    setText: (text: string) => {
      hands.change(setText(text));
    },
    insert: (text: string) => {
      hands.change(paste(text));
    },
    answer: () => {
      hands.queue(focusQueue(hands.dock().queue, hands.scene().now));
    },
  }));

  const { visible, menu } = roomOf(rows);
  const { prompt, queue } = dock;
  const painted = useMemo(
    () => paintPrompt(hasDraft ? prompt : { ...prompt, menu: null }, view, { visible, menu, placeholder }),
    // The time, which also changes a view, is not shown here.
    [prompt, hasDraft, view.width, view.theme, view.isScreenReader, visible, menu, placeholder],
  );
  return { ...painted, vimMode: prompt.vim?.mode ?? null, queue, isDraftEmpty: isDraftEmpty(prompt) };
}

/** The dock as the last key left it, and the ways to change it. */
interface Hands {
  readonly dock: () => Dock;
  readonly commit: (next: Dock) => void;
  readonly prompt: (next: PromptState) => void;
  readonly queue: (next: QueueState) => void;
  readonly change: (edit: Edit) => void;
  readonly scene: () => DockScene;
}

function useHands(props: DockProps): { readonly dock: Dock; readonly hands: Hands } {
  const { view, rows, isBusy, commands, isVim, history, requests, range, isActive } = props;
  const { clock = performance.now.bind(performance) } = props;
  const [, repaint] = useState<Dock>(EMPTY_DOCK);
  // Several keys may come before the next frame: each has to see what the one before it did.
  const latest = useRef(EMPTY_DOCK);
  const wasActive = useRef(isActive);
  latest.current = withRequests(latest.current, props, { now: clock(), isBack: isActive && !wasActive.current });
  wasActive.current = isActive;
  const commit = (next: Dock): void => {
    latest.current = next;
    repaint(next);
  };
  const scene = (): DockScene => {
    const { visible } = roomOf(rows);
    return { limit: limitOf(view), visible, isBusy, commands, requests, range: range(), now: clock() };
  };
  const prompt = (next: PromptState): void => {
    commit({ ...latest.current, prompt: next });
  };
  const queue = (next: QueueState): void => {
    commit({ ...latest.current, queue: next });
  };
  const change = (edit: Edit): void => {
    prompt(applyEdit(latest.current.prompt, edit, scene()));
  };
  useEffect(() => {
    prompt(setVim(latest.current.prompt, isVim));
  }, [isVim]);
  // By its size: whoever hands it over may make it anew for every frame.
  useEffect(() => {
    if (history.length > 0) change(loadOlder(history));
  }, [history.length]);
  const hands: Hands = { dock: () => latest.current, commit, prompt, queue, change, scene };
  return { dock: latest.current, hands };
}

/** The dock with the questions as they are now, and with a moment of quiet when it has the keyboard again. */
function withRequests(
  dock: Dock,
  { requests, isSetup = false }: DockProps,
  { now, isBack }: { readonly now: number; readonly isBack: boolean },
): Dock {
  const synced = syncQueue(dock.queue, requests, now);
  const isNext = synced.shownId !== dock.queue.shownId && isDraftEmpty(dock.prompt);
  const isOpened = isSetup && isNext && shownOf(synced, requests)?.request.kind === 'credential';
  const queue = isOpened ? focusQueue(synced, now) : isBack ? arm(synced, now) : synced;
  return queue === dock.queue ? dock : { ...dock, queue };
}

/** Does in time what waits for time to pass. */
function useTicks(queue: QueueState, hands: Hands, props: DockProps): void {
  const at = props.isActive ? nextTick(queue) : null;
  useEffect(() => {
    if (at === null) return;
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      timer = setTimeout(
        () => {
          // Timers count whole milliseconds, and may be early by one.
          if (hands.scene().now < at) wait();
          else settle(tickDock(hands.dock(), hands.scene()), hands, props);
        },
        Math.max(0, at - hands.scene().now),
      );
    };
    wait();
    return () => {
      clearTimeout(timer);
    };
  }, [at]);
}

/** True when what came went to the draft. */
function take(hands: Hands, arrival: Arrival, props: DockProps): boolean {
  const before = hands.dock().prompt;
  settle(stepDock(hands.dock(), arrival, hands.scene()), hands, props);
  return hands.dock().prompt !== before;
}

function settle({ dock, outcomes, effect }: DockStep, hands: Hands, props: DockProps): void {
  hands.commit(dock);
  for (const outcome of outcomes) tell(outcome, props, hands);
  if (effect === null) return;
  void answerQuestion(effect, {
    onAnswer: props.onAnswer,
    edit: props.abilities.edit,
    refuse: (_inputId, problem) => {
      const { queue, prompt } = hands.dock();
      const refused = refuseAnswer(queue, effect.request, problem);
      const isAgain = effect.request.kind === 'credential' && props.isSetup === true && isDraftEmpty(prompt);
      hands.queue(isAgain ? focusQueue(refused, hands.scene().now) : refused);
    },
  });
}

function tell(outcome: PromptOutcome, props: DockProps, hands: Hands): void {
  switch (outcome.kind) {
    case 'submit':
      props.onSubmit(outcome.submission);
      return;
    case 'escape':
      props.onEscape();
      return;
    case 'interrupt':
      props.onInterrupt();
      return;
    case 'leave':
      props.onLeave();
      return;
    case 'shortcut':
      props.onShortcut(outcome.chord);
      return;
    case 'edit_elsewhere':
      void editElsewhere(props, toText(hands.dock().prompt.editor.buffer), hands.change);
      return;
    case 'read_image':
      void attachCopied(props, hands.change);
      return;
    default:
      unreachable(outcome);
  }
}
