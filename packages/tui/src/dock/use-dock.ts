import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useInput, usePaste } from 'ink';
import { unreachable } from '@bowline/protocol/plain';
import { toArrival, type Arrival } from '../keys/arrival.ts';
import { fillMenu } from '../completion/completion-menu.ts';
import { pastedTexts } from '../editor/chips.ts';
import { finish, loadOlder } from '../editor/edit-history.ts';
import { paste } from '../editor/edit-text.ts';
import { setText, type Edit } from '../editor/editor-state.ts';
import { findImagePaths } from '../prompt/image-paths.ts';
import { limitOf, paintPrompt, visibleRows } from '../prompt/paint-prompt.ts';
import { isOpen, type CompletionMenu } from '../completion/completion-menu.ts';
import type { PaintedPrompt } from '../paint/frame/paint-dock.ts';
import { attachCopied, attachDropped, editElsewhere } from '../prompt/prompt-errands.ts';
import { applyEdit, setVim, type PromptOutcome, type PromptState } from '../prompt/prompt-state.ts';
import { toText } from '../editor/text-buffer.ts';
import { useCompletions } from '../completion/use-completions.ts';
import { nextTick, refuseAnswer, syncQueue } from '../questions/question-queue.ts';
import { arm, focusQueue, type QueueState } from '../questions/queue-state.ts';
import { promptTexts } from '../texts/prompt-texts.ts';
import { answerQuestion } from './answer-question.ts';
import { EMPTY_DOCK, isDraftEmpty, stepDock, tickDock, type Dock, type DockScene, type DockStep } from './dock.ts';
import type { DockProps } from './dock-props.ts';

/** What the dock shows now. The caller lays out the screen. */
export interface DockFrame extends PaintedPrompt {
  readonly vimMode: 'normal' | 'insert' | null;
  readonly queue: QueueState;
  readonly isDraftEmpty: boolean;
  /** The open completions. */
  readonly menu: CompletionMenu | null;
}

/** Handles the draft and the questions, without laying them out: reads the keyboard and paints the draft. */
export function useDock(props: DockProps): DockFrame {
  const { view, rows, isActive, placeholder } = props;
  const { dock, access } = useDockAccess(props);
  const hasDraft = isActive && !dock.queue.hasFocus;
  useInput(
    (input, key) => {
      const arrival = toArrival(input, key);
      if (arrival !== null) take(access, arrival, props);
    },
    { isActive },
  );
  // Always active: a paste in progress when a panel opens would otherwise be typed into the panel.
  usePaste((text) => {
    if (!isActive) return;
    const isForDraft = take(access, { kind: 'paste', text }, props);
    if (isForDraft) for (const dropped of findImagePaths(text)) void attachDropped(props, dropped, access.change);
  });
  useTicks(dock.queue, access, props);
  useCompletions(hasDraft ? dock.prompt.menu : null, props.abilities.completePath, (target, found) => {
    const { prompt } = access.dock();
    access.prompt({ ...prompt, menu: fillMenu(prompt.menu, target, found) });
  });
  useImperativeHandle(props.controls, () => ({
    text: () => toText(access.dock().prompt.editor.buffer),
    pasted: () => {
      const { buffer, chips } = access.dock().prompt.editor;
      return pastedTexts(toText(buffer), chips);
    },
    setText: (text: string) => {
      access.change(setText(text));
    },
    restart: (text: string) => {
      access.change(finish);
      access.change(setText(text));
    },
    insert: (text: string) => {
      access.change(paste(text));
    },
    answer: () => {
      access.queue(focusQueue(access.dock().queue, access.scene().now));
    },
  }));

  const visible = visibleRows(rows);
  const { prompt, queue } = dock;
  const painted = useMemo(
    () => paintPrompt(prompt, view, { visible, placeholder, hasFocus: hasDraft }),
    // Depends on the used parts of the view, because its time changes with every frame and is not shown here.
    [prompt, hasDraft, view.width, view.theme, view.isScreenReader, visible, placeholder],
  );
  const menu = hasDraft && isOpen(prompt.menu) ? prompt.menu : null;
  return { ...painted, vimMode: prompt.vim?.mode ?? null, queue, isDraftEmpty: isDraftEmpty(prompt), menu };
}

/** The current dock and the functions that change it. */
interface DockAccess {
  readonly dock: () => Dock;
  readonly commit: (next: Dock) => void;
  readonly prompt: (next: PromptState) => void;
  readonly queue: (next: QueueState) => void;
  readonly change: (edit: Edit) => void;
  readonly scene: () => DockScene;
}

function useDockAccess(props: DockProps): { readonly dock: Dock; readonly access: DockAccess } {
  const { view, rows, commands, isVim, history, requests, range, isActive, isSetup = false } = props;
  const { clock = performance.now.bind(performance) } = props;
  const [, repaint] = useState<Dock>(EMPTY_DOCK);
  // Several keys may arrive before the next frame. Each must see the state that the previous one left.
  const latest = useRef(EMPTY_DOCK);
  const wasActive = useRef(isActive);
  latest.current = withRequests(latest.current, props, { now: clock(), isBack: isActive && !wasActive.current });
  wasActive.current = isActive;
  const commit = (next: Dock): void => {
    latest.current = next;
    repaint(next);
  };
  const scene = (): DockScene => {
    return {
      limit: limitOf(view),
      visible: visibleRows(rows),
      commands,
      requests,
      range: range(),
      isSetup,
      now: clock(),
    };
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
  // Compares the length, because the caller may pass a new array with every frame.
  useEffect(() => {
    if (history.length > 0) change(loadOlder(history));
  }, [history.length]);
  const access: DockAccess = { dock: () => latest.current, commit, prompt, queue, change, scene };
  return { dock: latest.current, access };
}

/** Updates the dock with the current questions, and ignores keys briefly when the dock gets the keyboard back. */
function withRequests(
  dock: Dock,
  { requests }: DockProps,
  { now, isBack }: { readonly now: number; readonly isBack: boolean },
): Dock {
  const synced = syncQueue(dock.queue, requests, now);
  const queue = isBack ? arm(synced, now) : synced;
  return queue === dock.queue ? dock : { ...dock, queue };
}

/** Runs what is due at a certain time. */
function useTicks(queue: QueueState, access: DockAccess, props: DockProps): void {
  const at = props.isActive ? nextTick(queue) : null;
  useEffect(() => {
    if (at === null) return;
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      timer = setTimeout(
        () => {
          // Timers count whole milliseconds and may fire up to one early.
          if (access.scene().now < at) wait();
          else settle(tickDock(access.dock(), access.scene()), access, props);
        },
        Math.max(0, at - access.scene().now),
      );
    };
    wait();
    return () => {
      clearTimeout(timer);
    };
  }, [at]);
}

/** Whether the input changed the draft. */
function take(access: DockAccess, arrival: Arrival, props: DockProps): boolean {
  const before = access.dock().prompt;
  settle(stepDock(access.dock(), arrival, access.scene()), access, props);
  return access.dock().prompt !== before;
}

function settle({ dock, outcomes, effect }: DockStep, access: DockAccess, props: DockProps): void {
  access.commit(dock);
  for (const outcome of outcomes) tell(outcome, props, access);
  if (effect === null) return;
  void answerQuestion(effect, {
    onAnswer: props.onAnswer,
    onPreview: props.onPreview ?? (() => undefined),
    edit: props.abilities.edit,
    refuse: (request, problem) => {
      const { queue, prompt } = access.dock();
      const refused = refuseAnswer(queue, request, problem);
      const isAgain = request.kind === 'credential' && props.isSetup === true && isDraftEmpty(prompt);
      access.queue(isAgain ? focusQueue(refused, access.scene().now) : refused);
    },
  });
}

function tell(outcome: PromptOutcome, props: DockProps, access: DockAccess): void {
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
    case 'key_refused':
      (props.onNotice ?? props.onNote)(promptTexts.keyRefused(outcome.owner));
      return;
    case 'edit_elsewhere':
      void editElsewhere(props, toText(access.dock().prompt.editor.buffer), access.change);
      return;
    case 'read_image':
      void attachCopied(props, access.change);
      return;
    default:
      unreachable(outcome);
  }
}
