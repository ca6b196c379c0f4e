import { stripEscapes, toLastState } from './escape-sequences.ts';

/** What a terminal would show in the end: without colours and control characters, of redrawn lines the last state. */
export function toPlainText(output: string): string {
  return stripEscapes(output, { keepsColours: false }).split('\n').map(toLastState).join('\n');
}
