import type { Connecting } from '../host/connecting.ts';
import { markRow, shorten } from '../lists/paint-list.ts';
import { FRAME_CELLS, type DockSection } from '../paint/frame/paint-dock.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import { isNarrow } from '../paint/layout/measure.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { padEnd, truncate, widthOf, wrapText } from '../paint/layout/wrap.ts';
import { connectTexts } from '../texts/panel-texts.ts';
import { toSentence, toSpokenWords } from '../texts/to-spoken-words.ts';
import type { ConnectState } from './connect-state.ts';

const NAME_CELLS = 15;
const KEY_CELLS = 26;
/** The cells of prose, which is easier to read in short rows. */
const PROSE_CELLS = 76;
/** Of a long key, so many last characters are shown. */
const SHOWN = 4;

/** Paints the panel that connects a model. */
export function paintConnect(state: ConnectState, connecting: Connecting, view: View): DockSection {
  if (view.isScreenReader) return sayConnect(state, connecting);
  const { theme, width } = view;
  const room = width - FRAME_CELLS;
  const intro = isNarrow(width) ? connectTexts.introBriefly : connectTexts.intro;
  return {
    tone: 'focus',
    pushes: true,
    title: { left: [theme.strong(connectTexts.title)], right: [theme.dim(connectTexts.skip)] },
    rows: [
      ...wrapText(intro, Math.min(room, PROSE_CELLS)),
      '',
      ...paintProviders(state, connecting, view),
      '',
      ...paintKey(state, connecting, view).flatMap((row) => wrapText(row, room)),
    ],
    keys: { left: shorten(connectTexts.keys).map((keys) => theme.dim(keys)), right: [] },
  };
}

/** The panel in sentences. The typed key is masked. */
function sayConnect({ chosen, key, isTesting, problem }: ConnectState, { providers }: Connecting): DockSection {
  const marked = providers[chosen];
  return {
    tone: 'focus',
    key: connectTexts.title,
    title: { left: [connectTexts.title], right: [] },
    rows: [
      connectTexts.intro,
      ...providers.map(({ name, note }, at) => toSentence(`${at + 1} ${name}, ${note}`)),
      toSentence(toSpokenWords(`${connectTexts.keys} · ${connectTexts.skip}`)),
      ...(isTesting ? [connectTexts.testing] : []),
      ...(problem === null ? [] : [toSentence(cleanLine(problem))]),
    ],
    keys: null,
    line: { label: `${connectTexts.key}:`, text: '*'.repeat(key.length), cursor: key.length },
    ...(marked === undefined ? {} : { chosen: `${chosen + 1} ${marked.name}` }),
  };
}

function paintProviders({ chosen }: ConnectState, { providers }: Connecting, view: View): Lines {
  const { theme, width } = view;
  return providers.map(({ name, note }, at) => {
    const text = isNarrow(width) ? name : `${padEnd(name, NAME_CELLS)}${theme.dim(note)}`;
    return markRow(truncate(`${theme.accent(String(at + 1))}  ${text}`, width - FRAME_CELLS - 2), at === chosen, view);
  });
}

function paintKey({ key, chosen, isTesting, problem }: ConnectState, { providers }: Connecting, view: View): Lines {
  const { theme, width } = view;
  const variable = providers[chosen]?.variable;
  const label = key === '' ? connectTexts.key : `${connectTexts.key}  ${maskKey(key)}`;
  const hint = variable == null ? connectTexts.noKey : isNarrow(width) ? '' : connectTexts.orSet(variable);
  const note = isTesting ? connectTexts.testing : key === '' ? hint : '';
  const row = note === '' ? label : padEnd(label, Math.max(widthOf(label) + 2, KEY_CELLS)) + theme.dim(note);
  return problem === null ? [row] : [row, `${theme.danger('✗')} ${cleanLine(problem)}`];
}

/** Dots and the last characters, by which the owner knows it. */
function maskKey(key: string): string {
  return key.length < 3 * SHOWN ? '•'.repeat(key.length) : `${'•'.repeat(4)}${cleanLine(key.slice(-SHOWN))}`;
}
