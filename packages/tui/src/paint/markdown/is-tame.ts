/** Limits for input that no user or model writes, but that takes the Markdown parser more than linear time. */
const MAX_LENGTH = 40_000;
const MAX_MARKS = 600;
const MAX_DEPTH = 12;
const MAX_WORD = 1000;
const DEEP = new RegExp(`^(?: *(?:[>*+-]|\\d{1,9}[.)]) ?){${MAX_DEPTH}}`, 'm');
const FAR_IN = /^[ \t]{60,}(?:[*+-]|\d{1,9}[.)])[ \t]/m;
const MARKS = /[*_~`[\]<]/g;

/** Whether a text is parsed as Markdown. Otherwise it is shown as is. */
export function isTame(text: string): boolean {
  if (text.length > MAX_LENGTH || hasLongWord(text) || DEEP.test(text) || FAR_IN.test(text)) return false;
  return (text.match(MARKS)?.length ?? 0) <= Math.max(MAX_MARKS, text.length / 8);
}

function hasLongWord(text: string): boolean {
  return text.length > MAX_WORD && text.split(/[\s|]/).some(({ length }) => length > MAX_WORD);
}
