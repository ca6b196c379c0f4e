import { decodeHTML } from 'entities/decode';
import { dropElements } from './drop-elements.ts';

const BLOCK = /^<\/?(?:p|div|li|tr|h\d|br|section|article|pre)/i;

/** The text of HTML without tags, in a single pass over any input. */
export function stripTags(html: string): string {
  const spoken = dropElements(html);
  let text = '';
  for (let at = 0; at < spoken.length;) {
    const open = spoken.indexOf('<', at);
    if (open === -1) return tidy(text + spoken.slice(at));
    text += spoken.slice(at, open);
    const close = spoken.indexOf('>', open);
    if (close === -1) break;
    text += BLOCK.test(spoken.slice(open, open + 10)) ? '\n' : ' ';
    at = close + 1;
  }
  return tidy(text);
}

function tidy(text: string): string {
  return decodeHTML(text)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
