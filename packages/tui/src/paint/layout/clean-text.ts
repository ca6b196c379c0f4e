import { showInvisibles, stripSequences } from '@bowline/protocol/plain';
import { resolveLine } from './resolve-line.ts';

export interface CleanOptions {
  /** Keeps colours and other styles; whoever shows the text ends them. Left out, they go as well. */
  readonly keepsStyles?: boolean;
  readonly tabSize?: number;
}

const PLAIN = /^[\n\u0020-\u007E]*$/;
const REDRAWN = /[\r\b\t]/;

/**
 * Text from outside as it may reach a terminal: what holds is that no control character is left in it but newlines
 * and, where they are wanted, styles. What would be acted on is taken out, what would not be seen is shown.
 * Right-to-left text stays in the order in which it is read: terminals that know such scripts turn it themselves.
 */
export function cleanText(text: string, { keepsStyles = false, tabSize = 4 }: CleanOptions = {}): string {
  if (PLAIN.test(text)) return text;
  const shown = showInvisibles(stripSequences(text.replaceAll('\r\n', '\n'), keepsStyles));
  if (!REDRAWN.test(shown)) return shown;
  return shown
    .split('\n')
    .map((line) => resolveLine(line, tabSize))
    .join('\n');
}

/** The same for what has to stay on one row, such as a name or a path. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll('\n', '␤');
}
