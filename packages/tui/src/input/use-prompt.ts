import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useInput, usePaste } from 'ink';
import { unreachable } from '@bowline/protocol/plain';
import { fillMenu } from './completion-menu.ts';
import { loadOlder } from './edit-history.ts';
import { paste } from './edit-text.ts';
import { setText, type Edit } from './editor-state.ts';
import { findImagePaths } from './image-paths.ts';
import { toTyped, type Typed } from './keystroke.ts';
import { limitOf, paintPrompt, roomOf, type PaintedPrompt } from './paint-prompt.ts';
import { attachCopied, attachDropped, editElsewhere } from './prompt-errands.ts';
import { pressKey } from './press-key.ts';
import type { PromptProps } from './prompt-props.ts';
import {
  applyEdit,
  EMPTY_PROMPT,
  isInBurst,
  pasteBurst,
  pasteText,
  setVim,
  type PromptOutcome,
  type PromptScene,
  type PromptState,
} from './prompt-state.ts';
import { toText } from './text-buffer.ts';
import { useCompletions } from './use-completions.ts';

/** What the prompt shows now, for whoever lays out the screen. */
export interface PromptFrame extends PaintedPrompt {
  readonly vimMode: 'normal' | 'insert' | null;
}

/** The prompt without its place on the screen: reads the keyboard, and paints what is being written. */
export function usePrompt(props: PromptProps): PromptFrame {
  const { view, rows, isActive, placeholder } = props;
  const { state, desk } = useDesk(props);

  useInput(
    (input, key) => {
      press(desk, toTyped(input, key), props);
    },
    { isActive },
  );
  // Always: a paste that is under way when a question opens would otherwise be typed into the question.
  usePaste((text) => {
    if (!isActive) return;
    desk.commit(pasteText(desk.state(), text, desk.scene()));
    for (const dropped of findImagePaths(text)) void attachDropped(props, dropped, desk.change);
  });
  useCompletions(isActive ? state.menu : null, props.abilities.completePath, (target, values) => {
    desk.commit({ ...desk.state(), menu: fillMenu(desk.state().menu, target, values) });
  });
  useImperativeHandle(props.controls, () => ({
    text: () => toText(desk.state().editor.buffer),
    setText: (text: string) => {
      desk.change(setText(text));
    },
    insert: (text: string) => {
      desk.change(paste(text));
    },
  }));

  const { visible, menu } = roomOf(rows);
  const painted = useMemo(
    () => paintPrompt(isActive ? state : { ...state, menu: null }, view, { visible, menu, placeholder }),
    // The time, which also changes a view, is not shown here.
    [state, isActive, view.width, view.theme, view.isScreenReader, visible, menu, placeholder],
  );
  return { ...painted, vimMode: state.vim?.mode ?? null };
}

/** The state as the last key left it, and the ways to change it. */
interface Desk {
  readonly state: () => PromptState;
  readonly commit: (next: PromptState) => void;
  readonly change: (edit: Edit) => void;
  readonly scene: () => PromptScene;
}

function useDesk({ view, rows, isBusy, commands, isVim, history }: PromptProps) {
  const [state, setState] = useState(EMPTY_PROMPT);
  // Several keys may come before the next frame: each has to see what the one before it did.
  const latest = useRef(state);
  const commit = (next: PromptState) => {
    latest.current = next;
    setState(next);
  };
  const scene = () => {
    return { limit: limitOf(view), visible: roomOf(rows).visible, isBusy, commands, now: performance.now() };
  };
  const change = (edit: Edit) => {
    commit(applyEdit(latest.current, edit, scene()));
  };
  useEffect(() => {
    commit(setVim(latest.current, isVim));
  }, [isVim]);
  // By its size: whoever hands it over may make it anew for every frame.
  useEffect(() => {
    if (history.length > 0) change(loadOlder(history));
  }, [history.length]);
  const desk: Desk = { state: () => latest.current, commit, change, scene };
  return { state, desk };
}

function press(desk: Desk, typed: Typed, props: PromptProps): void {
  const scene = desk.scene();
  if (typed.kind === 'burst') {
    desk.commit(pasteBurst(desk.state(), typed.text, scene));
    return;
  }
  for (const key of typed.keys) {
    if (key.chord === 'text' && isInBurst(desk.state(), scene.now)) {
      desk.commit(pasteBurst(desk.state(), key.text, scene));
      continue;
    }
    const { state, outcome } = pressKey(desk.state(), key, scene);
    desk.commit(state);
    if (outcome !== null) tell(outcome, props, desk);
  }
}

function tell(outcome: PromptOutcome, props: PromptProps, desk: Desk): void {
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
      void editElsewhere(props, toText(desk.state().editor.buffer), desk.change);
      return;
    case 'read_image':
      void attachCopied(props, desk.change);
      return;
    default:
      unreachable(outcome);
  }
}
