import { useState, type ReactElement } from 'react';
import { ChoiceList } from '../browsers/choice-list.tsx';
import type { Theme } from '../paint/theme.ts';
import { hang, truncate } from '../paint/wrap.ts';
import type { Lines, View } from '../paint/view.ts';

export interface ThemePanelProps {
  readonly names: readonly string[];
  /** The theme of a name on this terminal. */
  readonly themeOf: (name: string) => Theme;
  readonly view: View;
  readonly rows: number;
  readonly isActive: boolean;
  readonly onChoose: (name: string) => void;
  readonly onLeave: () => void;
}

const same = (name: string): string => name;

/** The themes, and below them how the marked one looks. */
export function ThemePanel(props: ThemePanelProps): ReactElement {
  const { names, themeOf, view, rows, isActive, onChoose, onLeave } = props;
  const [marked, setMarked] = useState<string | undefined>(view.theme.name);
  const sample = marked === undefined ? [] : paintThemeSample({ ...view, theme: themeOf(marked) });
  const hasRoom = rows >= sample.length + 6;
  return (
    <ChoiceList
      title="Theme"
      items={names}
      textOf={same}
      rowOf={(name) => ({ text: name, ...(name === view.theme.name ? { note: 'now' } : {}) })}
      view={view}
      rows={Math.min(names.length + 2, hasRoom ? rows - sample.length - 1 : rows)}
      isActive={isActive}
      first={view.theme.name}
      empty="There is none."
      hint="Enter takes it · Esc leaves it as it was"
      onChoose={onChoose}
      onLeave={onLeave}
      onMark={setMarked}
      around={(list) => (hasRoom ? [...list, '', ...sample] : list)}
    />
  );
}

/** A little of everything that a session shows. */
export function paintThemeSample({ theme, width, isScreenReader }: View): Lines {
  if (isScreenReader) return [];
  const { syntax } = theme;
  const rows = [
    `${theme.person('> Fix the parser')}  ${theme.dim('said by you')}`,
    `${theme.heading('What was wrong')} ${theme.plain('A name was')} ${theme.strong('never')} ${theme.code('trimmed')}.`,
    `${syntax.keyword('const')} ${syntax.name('name')} = ${syntax.text("'rope'")}; ${syntax.comment('// a comment')}`,
    theme.removed(`- parse(${theme.removedWord('name')})`),
    theme.added(`+ parse(${theme.addedWord('name.trim()')})`),
    `${theme.good('✓ tests pass')}  ${theme.warning('▲ 1 warning')}  ${theme.bad('✖ 1 error')}  ${theme.link('a link')}`,
  ];
  return hang(
    '  ',
    rows.map((row) => truncate(row, width - 2)),
  );
}
