import { dropElements } from './drop-elements.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const BLOCK = /^<\/?(?:p|div|li|tr|h\d|br|section|article|pre)/i;

/** The text of HTML without its tags, in one pass over it whatever it looks like. */
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
  return text
    .replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
