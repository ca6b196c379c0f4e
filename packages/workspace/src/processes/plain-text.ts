import { stripEscapes, toLastState } from './escape-sequences.ts';

/** What a terminal would finally show: no colors or control characters, and only the last state of redrawn lines. */
export function toPlainText(output: string): string {
  return stripEscapes(output, { keepsColours: false }).split('\n').map(toLastState).join('\n');
}
