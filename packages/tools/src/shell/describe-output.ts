import type { CommandEnd } from '../tool-host.ts';
import { toDisplayText } from './display-text.ts';
import { toPlainText } from './plain-text.ts';

/** Of more output than this the model sees the beginning and the end. */
const MAX_SHOWN = 40_000;
const SHOWN_HEAD = 10_000;
const SHOWN_TAIL = 30_000;

/** What is shown of an output: to the model, to a person, and where all of it is when that is not all. */
export interface ShownOutput {
  /** Empty when nothing was printed. */
  readonly text: string;
  readonly display: string;
  readonly artifact: { readonly artifact?: string };
}

/** The output of a command that has ended: plain for the model, in its colours for a person. */
export function describeOutput(end: CommandEnd): ShownOutput {
  const head = toPlainText(end.head);
  const tail = toPlainText(end.tail);
  if (end.omittedBytes === 0 && head.length + tail.length <= MAX_SHOWN) {
    return { text: (head + tail).trimEnd(), display: toDisplayText((end.head + end.tail).trimEnd()), artifact: {} };
  }
  const note = `[... output left out here; it is in ${end.outputPath} ...]`;
  const join = (first: string, last: string): string => `${first}\n${note}\n${last.trimEnd()}`;
  const last = end.tail === '' ? head.slice(SHOWN_HEAD) : tail;
  const lastRaw = end.tail === '' ? end.head.slice(SHOWN_HEAD) : end.tail;
  return {
    text: join(head.slice(0, SHOWN_HEAD), last.slice(-SHOWN_TAIL)),
    display: join(
      toDisplayText(end.head.slice(0, SHOWN_HEAD)),
      toDisplayText(fromWholeLine(lastRaw.slice(-SHOWN_TAIL))),
    ),
    artifact: { artifact: end.outputPath },
  };
}

/** The last lines of an output that may not be complete, plain, and not too many characters of them. */
export function toLastLines(output: string, lines: number): string {
  return toPlainText(output).trimEnd().slice(-SHOWN_TAIL).split('\n').slice(-lines).join('\n');
}

/** From the first line that begins in it: what comes before may be half of an escape sequence. */
function fromWholeLine(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}
