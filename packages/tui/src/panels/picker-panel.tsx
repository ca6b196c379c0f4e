import { useCallback, useState, type ReactElement } from 'react';
import type { Picker, PickerRow } from '../host/picker.ts';
import { ctrlOf } from '../keys/press.ts';
import { ChoiceList } from '../lists/choice-list.tsx';
import { cleanLine } from '../paint/layout/clean-text.ts';
import { FRAME_CELLS } from '../paint/frame/paint-dock.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { wrapText } from '../paint/layout/wrap.ts';
import { pickerTexts } from '../texts/panel-texts.ts';

export interface PickerPanelProps {
  readonly picker: Picker;
  readonly view: View;
  readonly rows: number;
  readonly onLeave: () => void;
  readonly onChoose: (row: PickerRow, scope: string) => void;
  readonly onReset: (row: PickerRow, scope: string) => void;
}

/** So few rows need no search. */
const FEW = 8;

const textOf = ({ id, text, note = '' }: PickerRow): string => `${id} ${text} ${note}`;

/** A list from which the user picks one, with what is known about the marked row below it. */
export function PickerPanel({ picker, view, rows, onLeave, onChoose, onReset }: PickerPanelProps): ReactElement {
  const [marked, setMarked] = useState<PickerRow | undefined>(undefined);
  const [at, setAt] = useState(0);
  /** The row whose Enter was pressed once. */
  const [armed, setArmed] = useState<PickerRow | null>(null);
  const onMark = useCallback((row: PickerRow | undefined) => {
    setMarked(row);
    setArmed(null);
  }, []);
  const { scopes = [] } = picker;
  const scope = scopes[at] ?? '';
  const mostAbout = Math.max(0, ...picker.rows.map(({ about = [] }) => paintAbout(about, view).length));
  const about = paintAbout(marked?.about ?? [], view);
  const below = mostAbout === 0 ? [] : ['', ...about, ...Array.from({ length: mostAbout - about.length }, () => '')];
  const head = picker.head === undefined ? 0 : 1;
  return (
    <ChoiceList
      title={picker.title}
      items={picker.rows}
      textOf={textOf}
      rowOf={(row) => row}
      view={view}
      rows={Math.max(1, rows - below.length - head)}
      isActive
      searchesAtOnce={picker.rows.length > FEW}
      first={picker.rows.find(({ id }) => id === picker.first)}
      empty={pickerTexts.empty}
      hint={armed === null ? picker.hint : pickerTexts.again}
      onChoose={(row) => {
        if (row.isDoubled !== true || armed === row) onChoose(row, scope);
        else setArmed(row);
      }}
      onLeave={onLeave}
      onMark={onMark}
      onOther={(press, row) => {
        if (press.key === 'tab' && scopes.length > 0) setAt((at + 1) % scopes.length);
        else if (ctrlOf(press) === 'x' && row !== undefined) onReset(row, scope);
      }}
      below={below}
      {...(scope === '' ? {} : { note: pickerTexts.scope(scope) })}
      {...(picker.right === undefined ? {} : { right: picker.right })}
      {...(picker.head === undefined ? {} : { head: `  ${picker.head}` })}
    />
  );
}

function paintAbout(about: readonly string[], view: View): Lines {
  return about.flatMap((text) => wrapText(view.theme.dim(cleanLine(text)), Math.max(8, view.width - FRAME_CELLS)));
}
