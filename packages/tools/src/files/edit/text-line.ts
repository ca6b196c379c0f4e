/** A line, split into the parts that edits treat differently. */
export interface TextLine {
  readonly indent: string;
  readonly body: string;
  /** Whitespace after the body, or the whole line if it has no body. */
  readonly trail: string;
  /** The line ending. Empty for the last line. */
  readonly end: '' | '\n' | '\r\n';
}

/** Splits a text into lines: one more than it has line breaks. */
export function toLines(text: string): readonly TextLine[] {
  const pieces = text.split('\n');
  return pieces.map((piece, at) => {
    if (at === pieces.length - 1) return toLine(piece, '');
    return piece.endsWith('\r') ? toLine(piece.slice(0, -1), '\r\n') : toLine(piece, '\n');
  });
}

/** A line without its ending. */
export function toContent({ indent, body, trail }: TextLine): string {
  return indent + body + trail;
}

// Written by hand: a regular expression anchored at the end takes quadratic time on long runs of blanks.
function toLine(content: string, end: TextLine['end']): TextLine {
  let [from, to] = [0, content.length];
  while (to > 0 && isBlank(content, to - 1)) to -= 1;
  if (to === 0) return { indent: '', body: '', trail: content, end };
  while (isBlank(content, from)) from += 1;
  return { indent: content.slice(0, from), body: content.slice(from, to), trail: content.slice(to), end };
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || code === 0x09;
}
