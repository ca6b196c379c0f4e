import { cleanLine } from '../layout/clean-text.ts';
import type { View } from '../layout/view.ts';
import { truncateMiddle } from '../layout/wrap.ts';

const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'file:']);
/** Longer URLs are cut in the middle. */
const SHOWN_CELLS = 72;

/** Paints a link, with its URL if the text does not show it, so that the text cannot mislead the user. */
export function paintLink({ text, href }: { readonly text: string; readonly href: string }, view: View): string {
  const { theme } = view;
  const address = toAddress(href);
  const shown = cleanLine(address ?? href);
  const label = text === '' ? truncateMiddle(shown, SHOWN_CELLS) : text;
  const linked = address === undefined ? label : anchor(theme.link(label), address, view);
  return saysAddress(text, shown) ? linked : `${linked} ${theme.dim(`(${truncateMiddle(shown, SHOWN_CELLS)})`)}`;
}

/** A URL that a terminal may open, encoded so that it cannot contain a sequence. Undefined for any other URL. */
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
