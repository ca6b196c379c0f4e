/** The words of a command prefix, or why it is not the beginning of one command. */
export type SplitWords =
  { readonly ok: true; readonly words: readonly string[] } | { readonly ok: false; readonly why: string };

/** Blanks, an escaped character, quoted text, plain text, or anything else, which a prefix must not contain. */
const pieces =
  /(?<blank>\s+)|\\(?<escaped>.)|"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>[^']*)'|(?<plain>[^\s"'\\;&|<>()`]+)|./gsu;

/** Splits a prefix into words like a shell: at blanks, with quotes and backslashes resolved. */
export function splitWords(text: string): SplitWords {
  const words: string[] = [];
  let word: string | undefined;
  for (const { 0: piece, groups = {} } of text.matchAll(pieces)) {
    const part = partOf(groups);
    if (part !== undefined) word = (word ?? '') + part;
    else if (groups['blank'] === undefined) return { ok: false, why: whyNot(piece) };
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  if (word !== undefined) words.push(word);
  return words.length === 0 ? { ok: false, why: 'it has no words' } : { ok: true, words };
}

/** Joins words into text that `splitWords` splits into the same words. */
export function joinWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w.,:@%+=/-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`)).join(' ');
}

function partOf({ escaped, double, single, plain }: Readonly<Record<string, string | undefined>>): string | undefined {
  return escaped ?? double?.replaceAll(/\\(.)/gs, '$1') ?? single ?? plain;
}

function whyNot(sign: string): string {
  if (sign === '\\') return 'it ends in a backslash';
  return sign === '"' || sign === "'" ? `the quote ${sign} is not closed` : `${sign} ends a command or redirects it`;
}
