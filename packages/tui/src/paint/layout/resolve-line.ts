import { applyBackspaces } from '@bowline/protocol/plain';
import stringWidth from 'string-width';

const STYLES = /\u001B\[[\d;:]*m/g;

/** The final state of a line that was redrawn from its start or with backspaces, with tabs as spaces. */
export function resolveLine(line: string, tabSize: number): string {
  const drawn = line.includes('\r') ? toLastDrawn(line) : line;
  return expandTabs(applyBackspaces(drawn), tabSize);
}

/** The last state that shows anything, with the styles set before it. */
function toLastDrawn(line: string): string {
  let end = line.length;
  while (end > 0 && line.charAt(end - 1) === '\r') end -= 1;
  const start = line.lastIndexOf('\r', end - 1) + 1;
  return stylesOf(line.slice(0, start)) + line.slice(start, end);
}

/** The styles that are open at the end of a text. */
function stylesOf(text: string): string {
  const open = text.slice(Math.max(0, text.lastIndexOf('\u001B[0m')));
  return [...new Set(open.match(STYLES))].join('');
}

/** Tabs as spaces. */
export function expandTabs(line: string, tabSize: number): string {
  if (!line.includes('\t')) return line;
  let column = 0;
  const [first = '', ...rest] = line.split('\t');
  column += stringWidth(first);
  let text = first;
  for (const part of rest) {
    const blanks = tabSize - (column % tabSize);
    text += ' '.repeat(blanks) + part;
    column += blanks + stringWidth(part);
  }
  return text;
}
