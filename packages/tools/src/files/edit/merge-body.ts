import { toPlain } from './fold-text.ts';
import { keepCommon } from './keep-common.ts';

const MAX_LENGTH = 20_000;
let graphemes: Intl.Segmenter | undefined;

/**
 * Applies a change that was sent with look-alike characters to a line of the file. Unchanged parts keep the file's
 * characters. Undefined if the lines cannot be aligned.
 */
export function mergeBody(found: string, sentOld: string, sentNew: string): string | undefined {
  if (found === sentOld) return sentNew;
  if (Math.max(found.length, sentOld.length, sentNew.length) > MAX_LENGTH) return undefined;
  const [raw, from, to] = [found, sentOld, sentNew].map(split) as [string[], string[], string[]];
  if (raw.length !== from.length || raw.some((each, at) => toPlain(each) !== toPlain(from[at] ?? ''))) return undefined;
  const kept = keepCommon(from, to);
  return to.map((each, at) => raw[kept[at] ?? -1] ?? each).join('');
}

function split(text: string): string[] {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
