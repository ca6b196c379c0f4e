import { useInput } from 'ink';
import { useState, type ReactElement } from 'react';
import type { BackgroundTask } from '../host/background-tasks.ts';
import { letterOf, toPresses } from '../keys/press.ts';
import { markRow } from '../lists/paint-list.ts';
import { Section } from '../lists/section.tsx';
import { FRAME_CELLS } from '../paint/frame/paint-dock.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import type { View } from '../paint/layout/view.ts';
import { padEnd, truncate, widthOf } from '../paint/layout/wrap.ts';
import { paintElapsed } from '../paint/status/paint-duration.ts';
import { quitTexts } from '../texts/panel-texts.ts';
import { spokenTexts } from '../texts/spoken-texts.ts';
import { toSentence, toSpokenWords } from '../texts/to-spoken-words.ts';

export interface QuitPanelProps {
  /** The commands that run. */
  readonly tasks: readonly BackgroundTask[];
  readonly view: View;
  readonly rows: number;
  readonly onKeep: () => void;
  readonly onStop: () => void;
  readonly onStay: () => void;
}

const LABEL_CELLS = 29;

/** Asks what happens to background commands before the program ends. */
export function QuitPanel({ tasks, view, rows, onKeep, onStop, onStay }: QuitPanelProps): ReactElement {
  const choices = [onKeep, onStop, onStay];
  const [at, setAt] = useState(0);
  useInput((input, key) => {
    for (const press of toPresses(input, key)) {
      if (press.key === 'up') setAt((before) => (before + choices.length - 1) % choices.length);
      else if (press.key === 'down') setAt((before) => (before + 1) % choices.length);
      else if (press.key === 'enter') choices[at]?.();
      else if (press.key === 'escape') onStay();
      else if (letterOf(press) === 'k') onKeep();
      else if (letterOf(press) === 's') onStop();
    }
  });
  const { theme, width } = view;
  const room = width - FRAME_CELLS;
  const cells = Math.min(room - 20, Math.max(...tasks.map(({ command }) => widthOf(cleanLine(command))))) + 3;
  const listed = tasks.slice(0, Math.max(1, rows - choices.length - 1)).map(({ command, startedAt, ports }) => {
    // Without the time, which would be said every second.
    if (view.isScreenReader) return toSentence(quitTexts.task(cleanLine(command)));
    const facts = [...ports.map((port) => `:${port}`), paintElapsed(view.now - Date.parse(startedAt))].join(' · ');
    return truncate(`  ${padEnd(truncate(cleanLine(command), cells - 3), cells)}${theme.dim(facts)}`, room);
  });
  const options = quitTexts.options.map(({ key, label, note }, index) => {
    const text = `${theme.accent(key.padStart(3))}  ${note === '' ? label : padEnd(label, LABEL_CELLS) + theme.dim(note)}`;
    if (view.isScreenReader)
      return toSentence(
        toSpokenWords(`${key} ${label}${index === 0 ? spokenTexts.isChosen : ''}${note === '' ? '' : `: ${note}`}`),
      );
    return markRow(truncate(text, room - 2), index === at, view);
  });
  return (
    <Section
      section={{
        tone: 'question',
        title: {
          left: [
            `${view.isScreenReader ? '' : `${theme.warning('?')} `}${theme.strong(quitTexts.title(tasks.length))}`,
          ],
          right: [],
        },
        rows: [...listed, '', ...options],
        keys: { left: [theme.dim(choices[at] === onStay ? quitTexts.stays : quitTexts.quits)], right: [] },
        chosen: quitTexts.options[at]?.label ?? '',
      }}
    />
  );
}
