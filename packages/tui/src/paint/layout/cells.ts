import stringWidth from 'string-width';

/** European letters, box drawing and the icons that Bowline paints: one cell each, none combines with another. */
const NARROW =
  '\\u0020-\\u007E\\u00A1-\\u00AC\\u00AE-\\u02FF\\u0370-\\u0377\\u037A-\\u0482\\u048A-\\u052F\\u2010-\\u2027\\u2190-\\u2193\\u21AA\\u21BA\\u2212\\u2298\\u2500-\\u259F\\u25B2\\u25B8\\u25BE\\u25CB\\u25CF\\u2713\\u2716\\u2717\\u276F\\u2800-\\u28FF';
/** Chinese, Japanese and Korean letters: two cells each, none combines with another. */
const WIDE =
  '\\u3001-\\u3029\\u3041-\\u3096\\u309B-\\u30FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7A3\\uFF01-\\uFF60';

const NARROW_ONLY = new RegExp(`^[${NARROW}]*$`);
const SIMPLE_ONLY = new RegExp(`^[${NARROW}${WIDE}]*$`);
const WIDE_ONES = new RegExp(`[${WIDE}]`, 'g');

/** How to measure a text: `narrow` is as wide as it is long, `simple` is measured per character. */
export type TextKind = 'narrow' | 'simple' | 'other';

export function kindOfText(text: string): TextKind {
  if (NARROW_ONLY.test(text)) return 'narrow';
  return SIMPLE_ONLY.test(text) ? 'simple' : 'other';
}

/** The width of a text without escape sequences. */
export function cellsOf(text: string): number {
  switch (kindOfText(text)) {
    case 'narrow':
      return text.length;
    case 'simple':
      return text.length + (text.match(WIDE_ONES)?.length ?? 0);
    case 'other':
      return stringWidth(text);
  }
}

/** Whether a character of a simple text takes two cells. */
export function isWide(character: number): boolean {
  return character >= 0x3001;
}
