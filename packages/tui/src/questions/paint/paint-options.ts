import { fillRow } from '../../paint/layout/fill-row.ts';
import type { Lines, View } from '../../paint/layout/view.ts';
import { hang, padEnd, widthOf, wrapText } from '../../paint/layout/wrap.ts';
import { questionTexts } from '../../texts/question-texts.ts';
import { optionKeys, type Choice } from '../option-keys.ts';
import type { QuestionState } from '../question-state.ts';
import { paintField } from './paint-field.ts';
import { showWhole } from './show-whole.ts';

/** Labels of options are padded at least to this width. */
const LABEL_CELLS = 20;

/** The options of a question, and the field for an answer of one's own. `focus` is the row of the marked one. */
export function paintOptions(
  request: Choice,
  state: QuestionState,
  view: View,
): { readonly body: Lines; readonly focus: number } {
  const { options, multiple, allowsText = false } = request;
  const { chosen, ticked } = state;
  const keys = optionKeys(request);
  const widest = Math.max(...options.map(({ label }) => widthOf(showWhole(label))));
  const cells = Math.max(LABEL_CELLS, widest) + 3;
  const digits = Math.max(...keys.map((key) => key.length));
  const lookOf = (at: number, box: string): OptionLook => ({
    number: `${(keys[at] ?? '').padStart(digits)}  ${box}`,
    cells,
    isChosen: at === chosen,
  });
  const blocks = options.map((option, at) =>
    paintOption(
      { ...option, description: describeOption(option, request, view) },
      lookOf(at, multiple ? (ticked.includes(option.id) ? '[x] ' : '[ ] ') : ''),
      view,
    ),
  );
  const own = allowsText ? [paintOwn(state, lookOf(options.length, ''), view)] : [];
  const all = [...blocks, ...own];
  return { body: all.flat(), focus: Math.max(0, all.slice(0, chosen + 1).flat().length - 1) };
}

/** What it says about an option. A wait also says when it ends, in the user's time. */
export function describeOption({ id, description = '' }: Option, { expiresAt }: Choice, view: View): string {
  const isWait = expiresAt !== undefined && id.startsWith('wait:');
  return isWait ? questionTexts.waitUntil(description, toClock(expiresAt, view.now)) : description;
}

/** `14:20`, with the day if it is another one. */
function toClock(at: string, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const time = `${String(then.getHours()).padStart(2, '0')}:${String(then.getMinutes()).padStart(2, '0')}`;
  return then.toDateString() === today.toDateString()
    ? time
    : questionTexts.onDay(time, then.toDateString().slice(0, 3));
}

type Option = Choice['options'][number];

interface OptionLook {
  readonly number: string;
  /** The width of the labels. */
  readonly cells: number;
  readonly isChosen: boolean;
}

/** The row for an answer of one's own: its label, or what is typed so far. */
function paintOwn({ field, isWriting }: QuestionState, look: OptionLook, view: View): Lines {
  if (!isWriting) return paintOption({ label: field.text === '' ? questionTexts.ownAnswer : field.text }, look, view);
  return paintField(field, view, { label: `❯ ${look.number.trim()} ` });
}

function paintOption(
  { label, description = '' }: Pick<Option, 'label' | 'description'>,
  { number, cells, isChosen }: OptionLook,
  view: View,
): Lines {
  const { theme, width } = view;
  const [shown, about] = [showWhole(label), showWhole(description)];
  const sign = `${isChosen ? theme.accent('❯') : ' '} ${theme.accent(number)}`;
  const room = Math.max(1, width - widthOf(sign));
  const name = isChosen ? theme.strong(shown) : shown;
  const block = hang(sign, paintBeside(name, about, { cells, room, theme }));
  return isChosen ? block.map((row) => fillRow(row, theme.selection, view)) : block;
}

/** A label with its description beside it, or below it if there is too little room. */
function paintBeside(
  name: string,
  about: string,
  { cells, room, theme }: Pick<View, 'theme'> & { readonly cells: number; readonly room: number },
): Lines {
  if (about === '') return wrapText(name, room);
  const isOneRow = !name.includes('\n') && !about.includes('\n') && cells + widthOf(about) <= room;
  if (isOneRow) return [`${padEnd(name, cells)}${theme.dim(about)}`];
  return [...wrapText(name, room), ...wrapText(theme.dim(about), room)];
}
