/** One line of a text, in the parts that an edit treats differently. */
export interface TextLine {
  readonly indent: string;
  readonly body: string;
  /** Blanks after the body; all of a line that has no body. */
  readonly trail: string;
  /** How it ends; empty for the last one. */
  readonly end: '' | '\n' | '\r\n';
}

/** The lines of a text; one more than it has line breaks. */
export function toLines(text: string): readonly TextLine[] {
  const pieces = text.split('\n');
  return pieces.map((piece, at) => {
    if (at === pieces.length - 1) return toLine(piece, '');
    return piece.endsWith('\r') ? toLine(piece.slice(0, -1), '\r\n') : toLine(piece, '\n');
  });
}

/** A line without how it ends. */
export function toContent({ indent, body, trail }: TextLine): string {
  return indent + body + trail;
}

// By hand: a pattern anchored at the end costs the square of a long run of blanks.
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
