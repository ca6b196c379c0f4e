import { RESET } from '@bowline/protocol/plain';

/** The styles and the link that are open at a point in a painted text, by kind. */
export type OpenStyles = Map<string, string>;

const MARK = /\u001B\[([\d;:]*)m|\u001B\]8;[^;]*;([^\u0007\u001B]*)(?:\u0007|\u001B\\)/g;
const LINK = 'link';
const LINK_END = '\u001B]8;;\u0007';

/** Updates the open styles with more text. */
export function followStyles(open: OpenStyles, text: string): void {
  if (!text.includes('\u001B')) return;
  for (const [mark, parameters, address] of text.matchAll(MARK)) {
    if (parameters !== undefined) followStyle(open, parameters);
    else if (address === '') open.delete(LINK);
    else open.set(LINK, mark);
  }
}

/** The sequences that reopen the open styles. */
export function beginStyles(open: OpenStyles): string {
  return open.size === 0 ? '' : [...open.values()].join('');
}

/** The sequences that close the open styles. */
export function endStyles(open: OpenStyles): string {
  if (open.size === 0) return '';
  if (!open.has(LINK)) return RESET;
  return open.size === 1 ? LINK_END : RESET + LINK_END;
}

function followStyle(open: OpenStyles, parameters: string): void {
  const words = parameters.split(';');
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const code = word === '' ? 0 : Number.parseInt(word, 10);
    const length = lengthOf(word, words[at + 1]);
    if (code === 0) resetStyles(open);
    else if (isEnd(code)) open.delete(kindOf(code));
    else open.set(kindOf(code), `\u001B[${words.slice(at, at + length).join(';')}m`);
    at += length - 1;
  }
}

function resetStyles(open: OpenStyles): void {
  const link = open.get(LINK);
  open.clear();
  if (link !== undefined) open.set(LINK, link);
}

/** How many numbers belong to one color. */
function lengthOf(word: string, next: string | undefined): number {
  if (word !== '38' && word !== '48' && word !== '58') return 1;
  return next === '2' ? 5 : 3;
}

/** The kind of a style code. Codes of one kind replace each other. */
function kindOf(code: number): string {
  if (isBetween(code, 30, 39) || isBetween(code, 90, 97)) return 'text';
  if (isBetween(code, 40, 49) || isBetween(code, 100, 107)) return 'ground';
  if (code === 1 || code === 2 || code === 22) return 'weight';
  if (code === 21) return '4';
  return String(isBetween(code, 23, 29) ? code - 20 : code);
}

const isBetween = (code: number, first: number, last: number): boolean => code >= first && code <= last;
const isEnd = (code: number): boolean => code === 39 || code === 49 || code === 59 || isBetween(code, 22, 29);
