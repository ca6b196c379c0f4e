import { cutLength } from '@bowline/protocol/plain';
import { stripEscapes, toLastState, trailingReturns } from '@bowline/workspace';

/** Output for the user: keeps colors, and resets them at the end. */
export function toDisplayText(output: string): string {
  const text = stripEscapes(output, { keepsColours: true }).split('\n').map(toLastState).join('\n');
  return text.includes('\u001B') ? `${text}\u001B[0m` : text;
}

/**
 * Streams output for the user: keeps colors and drops every other escape sequence, even if it is split.
 *
 * A `\r` in the result means that the previous line starts over.
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
