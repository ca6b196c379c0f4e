import { useInput } from 'ink';
import { useState, type ReactElement } from 'react';
import { shorten } from '../lists/paint-list.ts';
import { stepScroll } from '../lists/scroll.ts';
import { Section } from '../lists/section.tsx';
import { paintTodos } from '../paint/calls/paint-todos.ts';
import { FRAME_CELLS } from '../paint/frame/paint-dock.ts';
import type { View } from '../paint/layout/view.ts';
import { ctrlOf, toPress } from '../keys/press.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { panelTexts, stepsTexts } from '../texts/panel-texts.ts';

export interface StepsPanelProps {
  readonly todos: Transcript['todos'];
  /** The agent works: what it does is shown below the steps. */
  readonly isBusy?: boolean;
  readonly view: View;
  readonly rows: number;
  readonly onLeave: () => void;
  /** Typed text, which the panel does not use. */
  readonly onType: (text: string) => void;
}

/** The agent's to-do list. */
export function StepsPanel({ todos, isBusy = false, view, rows, onLeave, onType }: StepsPanelProps): ReactElement {
  const { theme } = view;
  /** The first row, once the user has scrolled. Until then the list follows the current step. */
  const [scrolled, setScrolled] = useState<number | null>(null);
  const done = todos.filter(({ status }) => status === 'done').length;
  const inner = { ...view, width: view.width - FRAME_CELLS };
  const painted = paintTodos(todos, inner);
  // From the step before the first open one.
  const open = todos.findIndex(({ status }) => status === 'active' || status === 'pending');
  const before = paintTodos(todos.slice(0, open === -1 ? todos.length : Math.max(0, open - 1)), inner).length;
  const first = Math.max(0, Math.min(painted.length - rows, scrolled ?? before));
  const none = [theme.dim(stepsTexts.none)];
  const isLong = painted.length > rows;
  const place = panelTexts.rows(first + 1, Math.min(first + rows, painted.length), painted.length);
  const keys = isLong ? panelTexts.scroll : stepsTexts.keys;
  useInput((input, key) => {
    const press = toPress(input, key);
    if (press === null) return;
    if (press.key === 'escape' || ctrlOf(press) === 't') onLeave();
    else if (press.key === 'text' && !press.isCtrl && !press.isMeta) onType(press.text);
    else setScrolled((at) => stepScroll(at ?? first, press, { count: painted.length, rows }) ?? at);
  });
  return (
    <Section
      section={{
        tone: 'focus',
        title: {
          left: [
            `${theme.strong(stepsTexts.title)}${todos.length === 0 ? '' : theme.dim(` ${stepsTexts.done(done, todos.length)}`)}`,
          ],
          right: [...(isLong ? [`${place} · ${stepsTexts.hide}`, place] : []), stepsTexts.hide].map((form) =>
            theme.dim(form),
          ),
        },
        rows: todos.length === 0 ? none : painted.slice(first, first + rows),
        keys: isBusy ? null : { left: shorten(keys).map((form) => theme.dim(form)), right: [] },
      }}
    />
  );
}
