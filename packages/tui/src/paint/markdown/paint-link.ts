import { cleanLine } from '../layout/clean-text.ts';
import type { View } from '../layout/view.ts';
import { truncateMiddle } from '../layout/wrap.ts';

const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'file:']);
/** A longer address is shown by its two ends. */
const SHOWN_CELLS = 72;

/** A link on its text, with the address beside it where the text does not say it: nobody should be led elsewhere. */
export function paintLink({ text, href }: { readonly text: string; readonly href: string }, view: View): string {
  const { theme } = view;
  const address = toAddress(href);
  const shown = cleanLine(address ?? href);
  const label = text === '' ? truncateMiddle(shown, SHOWN_CELLS) : text;
  const linked = address === undefined ? label : anchor(theme.link(label), address, view);
  return saysAddress(text, shown) ? linked : `${linked} ${theme.dim(`(${truncateMiddle(shown, SHOWN_CELLS)})`)}`;
}

/** An address that a terminal may open, written so that nothing in it can be taken for a sequence; undefined of any other. */
function toAddress(href: string): string | undefined {
  const url = URL.parse(href.trim());
  return url !== null && schemes.has(url.protocol) && /^[\u0021-\u007E]+$/.test(url.href) ? url.href : undefined;
}

function anchor(text: string, address: string, { theme, isScreenReader }: View): string {
  if (theme.colours === 0 || isScreenReader) return text;
  return `\u001B]8;;${address}\u0007${text}\u001B]8;;\u0007`;
}

function saysAddress(text: string, shown: string): boolean {
  const bare = (address: string): string => address.replace(/^(?:https?:\/\/|mailto:)/, '').replace(/\/$/, '');
  return text === '' || bare(text) === bare(shown);
}
