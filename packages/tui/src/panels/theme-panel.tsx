import { useState, type ReactElement } from 'react';
import { ChoiceList } from '../lists/choice-list.tsx';
import { findTheme } from '../paint/theme/list-themes.ts';
import type { Theme } from '../paint/theme/theme.ts';
import { hang, truncate } from '../paint/layout/wrap.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { themeSample, themeTexts } from '../texts/panel-texts.ts';

export interface ThemePanelProps {
  readonly names: readonly string[];
  /** The name in the settings. An unknown one means `auto`. */
  readonly current: string;
  /** Creates a theme for this terminal by name. */
  readonly themeOf: (name: string) => Theme;
  readonly view: View;
  readonly rows: number;
  readonly isActive: boolean;
  readonly onChoose: (name: string) => void;
  readonly onLeave: () => void;
}

const same = (name: string): string => name;

/** Lists the themes, with a preview of the marked one. */
export function ThemePanel(props: ThemePanelProps): ReactElement {
  const { names, themeOf, view, rows, isActive, onChoose, onLeave } = props;
  // Not the name of the theme on the screen: that of Gemini CLI's `Dracula` is `dark`.
  const current = findTheme(props.current, names) ?? view.theme.name;
  const [marked, setMarked] = useState<string | undefined>(current);
  const sample = marked === undefined ? [] : paintThemeSample({ ...view, theme: themeOf(marked) });
  const describeTheme = (name: string): string =>
    name === current ? themeTexts.current : themeTexts.sameAs(name, themeOf(name).name);
  const hasRoom = rows >= sample.length + 6;
  return (
    <ChoiceList
      title={themeTexts.title}
      items={names}
      textOf={same}
      rowOf={(name) => ({ text: name, note: describeTheme(name) })}
      view={view}
      rows={Math.min(names.length, hasRoom ? rows - sample.length - 1 : rows)}
      isActive={isActive}
      first={current}
      empty={themeTexts.empty}
      hint={themeTexts.hint}
      onChoose={onChoose}
      onLeave={onLeave}
      onMark={setMarked}
      below={hasRoom ? ['', ...sample] : []}
    />
  );
}

/** Paints a sample of everything a session shows. */
export function paintThemeSample({ theme, width, isScreenReader }: View): Lines {
  if (isScreenReader) return [];
  const { syntax } = theme;
  const [begin, stressed, end] = themeSample.answer;
  const rows = [
    `${theme.person(themeSample.person)}  ${theme.dim(themeSample.note)}`,
    `${theme.heading(themeSample.heading)} ${theme.plain(begin)} ${theme.strong(stressed)} ${theme.code(end)}.`,
    `${syntax.keyword('const')} ${syntax.name('name')} = ${syntax.text("'rope'")}; ${syntax.comment(themeSample.comment)}`,
    theme.removed(`- parse(${theme.removedWord('name')})`),
    theme.added(`+ parse(${theme.addedWord('name.trim()')})`),
    `${theme.success(themeSample.good)}  ${theme.warning(themeSample.warning)}  ${theme.danger(themeSample.bad)}  ${theme.link(themeSample.link)}`,
  ];
  return hang(
    '  ',
    rows.map((row) => truncate(row, width - 2)),
  );
}
