import type { CommandEnd } from '@bowline/workspace';
import { toDisplayText } from './display-text.ts';
import { toPlainText } from '@bowline/workspace';

/** The model sees only the beginning and end of longer output. */
const MAX_SHOWN = 40_000;
const SHOWN_HEAD = 10_000;
const SHOWN_TAIL = 30_000;

/** Output for the model and for the user, and where all of it is if it was cut. */
export interface ShownOutput {
  /** Empty if nothing was printed. */
  readonly text: string;
  readonly display: string;
  readonly artifact: { readonly artifact?: string };
}

/** Whether the model sees only a part of the output. */
export function isCut(end: CommandEnd): boolean {
  return end.omittedBytes > 0 || toPlainText(end.head).length + toPlainText(end.tail).length > MAX_SHOWN;
}

/** The output of an ended command: plain for the model, with colors for the user. */
export function describeOutput(end: CommandEnd): ShownOutput {
  const head = toPlainText(end.head);
  const tail = toPlainText(end.tail);
  if (!isCut(end)) {
    return { text: (head + tail).trimEnd(), display: toDisplayText((end.head + end.tail).trimEnd()), artifact: {} };
  }
  // A preview keeps no more than this.
  const where = end.outputPath === '' ? '' : `; the full output is in ${end.outputPath}`;
  const note = `[... output omitted here${where} ...]`;
  const join = (first: string, last: string): string => `${first}\n${note}\n${last.trimEnd()}`;
  const last = end.tail === '' ? head.slice(SHOWN_HEAD) : tail;
  const lastRaw = end.tail === '' ? end.head.slice(SHOWN_HEAD) : end.tail;
  return {
    text: join(head.slice(0, SHOWN_HEAD), last.slice(-SHOWN_TAIL)),
    display: join(
      toDisplayText(end.head.slice(0, SHOWN_HEAD)),
      toDisplayText(fromWholeLine(lastRaw.slice(-SHOWN_TAIL))),
    ),
    artifact: end.outputPath === '' ? {} : { artifact: end.outputPath },
  };
}

/** The last lines of output that may be incomplete, as plain text of limited length. */
export function toLastLines(output: string, lines: number): string {
  return toPlainText(output).trimEnd().slice(-SHOWN_TAIL).split('\n').slice(-lines).join('\n');
}

/** Starts at the first complete line: the text before it may be half an escape sequence. */
function fromWholeLine(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}
