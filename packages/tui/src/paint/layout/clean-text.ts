import { replaceControls, showInvisibles, stripSequences, toPicture } from '@bowline/protocol/plain';
import { expandTabs, resolveLine } from './resolve-line.ts';

export interface CleanOptions {
  /** Keeps colors and other styles, which the caller must end. Default: removes them. */
  readonly keepsStyles?: boolean;
  /**
   * Overwrites text at carriage returns and backspaces, as a terminal does. Only for the output of a command: any other
   * text could hide a part of itself. Default: shows them.
   */
  readonly isOutput?: boolean;
  readonly tabSize?: number;
}

const TAB = 4;
const PLAIN = /^[\n\u0020-\u007E]*$/;
const REDRAWN = /[\r\b\t]/;
const REDRAWS = /[\r\b]/g;

/**
 * Makes outside text safe for a terminal. The result has no control characters except newlines and, if requested,
 * styles. Removes what a terminal would execute, and makes invisible characters visible. Right-to-left text stays in
 * logical order, because terminals that support it reorder it themselves.
 */
export function cleanText(text: string, options: CleanOptions = {}): string {
  const { keepsStyles = false, isOutput = false, tabSize = TAB } = options;
  if (PLAIN.test(text)) return text;
  const shown = showInvisibles(stripSequences(text.replaceAll('\r\n', '\n'), keepsStyles));
  if (!REDRAWN.test(shown)) return shown;
  return shown
    .split('\n')
    .map((line) => (isOutput ? resolveLine(line, tabSize) : expandTabs(showRedraws(line), tabSize)))
    .join('\n');
}

/** Like `cleanText`, for text on one row such as a name or a title. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll('\n', '␤');
}

/**
 * What a call does, on one row. Nothing is removed, not even an escape sequence: what is approved or was done must not
 * look like something else.
 */
export function showLine(text: string): string {
  if (PLAIN.test(text)) return text.replaceAll('\n', '␤');
  const shown = replaceControls(text.replaceAll('\r\n', '\n'), toSign);
  return expandTabs(showInvisibles(shown.replaceAll('\uFEFF', toPicture)), TAB);
}

const signs: Readonly<Record<string, string>> = { '\n': '␤', '\t': '\t' };

function toSign(control: string): string {
  return signs[control] ?? toPicture(control);
}

function showRedraws(line: string): string {
  return line.replaceAll(REDRAWS, toPicture);
}
