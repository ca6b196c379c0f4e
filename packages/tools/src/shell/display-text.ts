import { cutLength } from '@bowline/protocol/plain';
import { stripEscapes, toLastState, trailingReturns } from './escape-sequences.ts';

/** The same as plain text, for a person: with its colours, which end where it ends. */
export function toDisplayText(output: string): string {
  const text = stripEscapes(output, { keepsColours: true }).split('\n').map(toLastState).join('\n');
  return text.includes('\u001B') ? `${text}\u001B[0m` : text;
}

/**
 * Output for a person as it comes: colours stay, every other escape sequence goes, also one that is cut in two.
 *
 * A `\r` in what it gives means that the line before begins anew.
 */
export class DisplayStream {
  #rest = '';

  push(output: string): string {
    const all = this.#rest + output;
    // A carriage return may be half of a newline.
    const at = all.length - Math.max(cutLength(all), trailingReturns(all));
    this.#rest = all.slice(at);
    const [first = '', ...lines] = stripEscapes(all.slice(0, at), { keepsColours: true }).split('\n');
    const isRedrawn = first.slice(0, first.length - trailingReturns(first)).includes('\r');
    return [`${isRedrawn ? '\r' : ''}${toLastState(first)}`, ...lines.map(toLastState)].join('\n');
  }
}
