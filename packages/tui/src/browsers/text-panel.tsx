import { Text, useInput } from 'ink';
import { useState, type ReactElement } from 'react';
import { truncate } from '../paint/wrap.ts';
import type { Lines, View } from '../paint/view.ts';
import { letterOf, toPress } from './press.ts';
import { stepScroll } from './scroll.ts';

export interface TextPanelProps {
  readonly title: string;
  /** Painted for the width of the view. */
  readonly lines: Lines;
  readonly view: View;
  readonly rows: number;
  readonly isActive: boolean;
  readonly onLeave: () => void;
}

/** A text that is too long for the screen, to be paged through. */
export function TextPanel({ title, lines, view, rows, isActive, onLeave }: TextPanelProps): ReactElement {
  const [top, setTop] = useState(0);
  const shape = { count: lines.length, rows: textRows(rows) };
  useInput(
    (input, key) => {
      const press = toPress(input, key);
      if (press === null) return;
      if (press.key === 'escape' || letterOf(press) === 'q') onLeave();
      else setTop((before) => stepScroll(before, press, shape) ?? before);
    },
    { isActive },
  );
  return <Text>{paintPage({ title, lines, top, rows }, view).join('\n')}</Text>;
}

/** All but the title and the row of keys. */
function textRows(rows: number): number {
  return Math.max(1, rows - 2);
}

/** The part of a text that is looked at, below its title. */
export function paintPage(
  { title, lines, top, rows }: { title: string; lines: Lines; top: number; rows: number },
  { theme, width }: View,
): Lines {
  const room = textRows(rows);
  const first = Math.max(0, Math.min(top, lines.length - room));
  const part = lines.slice(first, first + room);
  const place = lines.length > room ? `rows ${first + 1} to ${first + part.length} of ${lines.length} · ` : '';
  const keys = lines.length > room ? '↑ ↓ PageUp PageDown · Esc leaves' : 'Esc leaves';
  return [theme.heading(truncate(title, width)), ...part, theme.dim(truncate(place + keys, width))];
}
