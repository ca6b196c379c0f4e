import { showInvisibles, stripSequences } from '@bowline/protocol/plain';
import { resolveLine } from './resolve-line.ts';

export interface CleanOptions {
  /** Keeps colors and other styles, which the caller must end. Default: removes them. */
  readonly keepsStyles?: boolean;
  readonly tabSize?: number;
}

const PLAIN = /^[\n\u0020-\u007E]*$/;
const REDRAWN = /[\r\b\t]/;

/**
 * Makes outside text safe for a terminal. The result has no control characters except newlines and, if requested,
 * styles. Removes what a terminal would execute, and makes invisible characters visible. Right-to-left text stays in
 * logical order, because terminals that support it reorder it themselves.
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

/** Like `cleanText`, for text on one row such as a name or a path. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll('\n', '␤');
}
