const URL_IN_TEXT = /\b[a-z][a-z\d+.-]*:\/\/[^\s<>"'`]+/gi;
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** The distinct URLs in a text, without surrounding punctuation. */
export function findUrls(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(URL_IN_TEXT), ([url]) => withoutEnd(url)))];
}

function withoutEnd(url: string): string {
  let end = url.length;
  while (end > 0 && isPunctuation(url.slice(0, end))) end -= 1;
  return url.slice(0, end);
}

/** A closing bracket belongs to the URL if it was opened in it. */
function isPunctuation(url: string): boolean {
  const last = url.at(-1) ?? '';
  const opening = CLOSING[last];
  if (opening === undefined) return '.,;:!?*'.includes(last);
  return url.split(last).length > url.split(opening).length;
}
