import { useInput } from 'ink';
import { useState, type ReactElement } from 'react';
import type { DockSection } from '../paint/frame/paint-dock.ts';
import { Section } from './section.tsx';
import type { Lines, View } from '../paint/layout/view.ts';
import { toPress } from '../keys/press.ts';
import { shorten } from './paint-list.ts';
import { stepScroll } from './scroll.ts';
import { panelTexts } from '../texts/panel-texts.ts';

export interface TextPanelProps {
  readonly title: string;
  /** Painted for the width of the view. */
  readonly lines: Lines;
  readonly view: View;
  readonly rows: number;
  readonly isActive: boolean;
  readonly onLeave: () => void;
  /** Typed text, which the panel does not use. */
  readonly onType: (text: string) => void;
}

/** A pager for a long text. Typing closes it and goes to the prompt. */
export function TextPanel({ title, lines, view, rows, isActive, onLeave, onType }: TextPanelProps): ReactElement {
  const [top, setTop] = useState(0);
  const shape = { count: lines.length, rows: Math.max(1, rows) };
  useInput(
    (input, key) => {
      const press = toPress(input, key);
      if (press === null) return;
      if (press.key === 'escape') onLeave();
      else if (press.key === 'text' && !press.isCtrl && !press.isMeta) onType(press.text);
      else setTop((before) => stepScroll(before, press, shape) ?? before);
    },
    { isActive },
  );
  return <Section section={paintPage({ title, lines, top, rows }, view)} />;
}

/** The visible part of a text, below its title. */
export function paintPage(
  { title, lines, top, rows }: { title: string; lines: Lines; top: number; rows: number },
  { theme, isScreenReader }: View,
): DockSection {
  // A screen reader has its own ways to move through a text.
  if (isScreenReader)
    return {
      tone: 'focus',
      title: { left: [title], right: [] },
      rows: lines,
      keys: { left: [panelTexts.close], right: [] },
    };
  const room = Math.max(1, rows);
  const first = Math.max(0, Math.min(top, lines.length - room));
  const part = lines.slice(first, first + room);
  const isLong = lines.length > room;
  const place = panelTexts.rows(first + 1, first + part.length, lines.length);
  return {
    tone: 'focus',
    title: { left: [theme.strong(title)], right: isLong ? [theme.dim(place)] : [] },
    rows: part,
    keys: { left: shorten(isLong ? panelTexts.scroll : panelTexts.close).map((keys) => theme.dim(keys)), right: [] },
  };
}
