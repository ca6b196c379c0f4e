import { createIndentMap, type IndentMap } from './indent-map.ts';
import { keepCommon } from './keep-common.ts';
import { mergeBody } from './merge-body.ts';
import { pairLines } from './pair-lines.ts';
import { toContent, toLines, type TextLine } from './text-line.ts';

/** A change as it was sent, and the part of the file that it matched. */
export interface FoundChange {
  readonly raw: string;
  readonly sentOld: string;
  readonly sentNew: string;
  /** The line ending used there. Undefined if there is only one line. */
  readonly lineBreak: TextLine['end'] | undefined;
  readonly fileUnit: () => string | undefined;
}

/**
 * Applies the change to the file's own text. Unchanged parts keep the file's whitespace, quotes and indentation; new
 * lines get the file's indentation. Undefined if that is ambiguous.
 */
export function transferChange(change: FoundChange): string | undefined {
  const raw = toLines(change.raw);
  const sentOld = toLines(change.sentOld);
  const sentNew = toLines(change.sentNew);
  const indentMap = mapIndents({ raw, sentOld, sentNew }, change.fileUnit);
  if (indentMap === undefined || raw.length !== sentOld.length) return undefined;
  const [from, to] = [sentOld.map(toContent), sentNew.map(toContent)];
  const kept = keepCommon(from, to);
  const paired = pairLines(from, to, kept);
  const written: string[] = [];
  let lineBreak = change.lineBreak;
  for (const [at, line] of sentNew.entries()) {
    const source = paired[at] ?? -1;
    const [found, old] = [raw[source], sentOld[source]];
    const isKept = kept[at] === source;
    const content = toWritten({ found, old, line, isKept }, indentMap(at));
    if (content === undefined) return undefined;
    // A new line ends like the one before it.
    lineBreak = found?.end || lineBreak;
    written.push(content, line.end && (lineBreak ?? line.end));
  }
  return written.join('');
}

interface ChangedLine {
  /** In the file and as sent. Undefined for a line that replaces no other. */
  readonly found: TextLine | undefined;
  readonly old: TextLine | undefined;
  readonly line: TextLine;
  readonly isKept: boolean;
}

function toWritten({ found, old, line, isKept }: ChangedLine, map: IndentMap): string | undefined {
  if (found === undefined || old === undefined) return writeLine(line, map);
  if (isKept) return toContent(found);
  if (line.body === '' || old.body === '') return writeLine(line, map);
  const indent = old.indent === line.indent ? found.indent : map(line.indent);
  const body = mergeBody(found.body, old.body, line.body);
  if (indent === undefined || body === undefined) return undefined;
  return indent + body + (old.trail === line.trail ? found.trail : line.trail);
}

function writeLine({ indent, body, trail }: TextLine, map: IndentMap): string | undefined {
  if (body === '') return trail;
  const mapped = map(indent);
  return mapped === undefined ? undefined : mapped + body + trail;
}

interface Lines {
  readonly raw: readonly TextLine[];
  readonly sentOld: readonly TextLine[];
  readonly sentNew: readonly TextLine[];
}

/**
 * The indentation map for each new line. Undefined if the lines that were sent have a different shape than the file's.
 */
function mapIndents(lines: Lines, fileUnit: () => string | undefined): ((at: number) => IndentMap) | undefined {
  const { raw, sentOld, sentNew } = lines;
  const pairs = sentOld.flatMap(({ indent, body }, at) =>
    body === '' ? [] : [{ at, sent: indent, found: raw[at]?.indent ?? '' }],
  );
  const sent = [...sentOld, ...sentNew].filter(({ body }) => body !== '').map(({ indent }) => indent);
  const whole = createIndentMap({ pairs, sent, fileUnit });
  if (whole !== undefined) return () => whole;
  // Models often omit the indentation of the first line only.
  const [first, ...others] = pairs;
  const isTrimmed = first?.at === 0 && first.sent === '' && first.found !== '';
  if (!isTrimmed || others.some((pair) => pair.sent === '')) return undefined;
  const rest = createIndentMap({ pairs: others, sent: sent.filter((indent) => indent !== ''), fileUnit });
  const ofFirst: IndentMap = (indent) => (indent === '' ? first.found : undefined);
  return rest === undefined ? undefined : (at) => (at === 0 ? ofFirst : rest);
}
