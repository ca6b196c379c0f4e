import type { ShellWord } from '../syntax/shell-word.ts';

/** With more values than this, a variable counts as unknown. */
const MAX_VARIANTS = 12;

/**
 * The words of a command in a loop, once for each value of the loop variable. A variable stays unknown if it is only
 * part of a word, if its value is not in the line, or if it is not quoted and its value could become several words.
 */
export function toVariants(
  words: readonly ShellWord[],
  loopWords: ReadonlyMap<string, readonly ShellWord[]>,
): readonly (readonly ShellWord[])[] {
  let variants: readonly (readonly ShellWord[])[] = [words];
  for (const [name, values] of loopWords) {
    const next = variants.flatMap((variant) => values.map((value) => withValue(variant, name, value)));
    const isUsed = words.some((word) => word.variable?.name === name);
    if (isUsed && next.length <= MAX_VARIANTS) variants = next;
  }
  return variants;
}

function withValue(words: readonly ShellWord[], name: string, value: ShellWord): readonly ShellWord[] {
  return words.map((word) => (word.variable?.name === name ? (toValue(word, value) ?? word) : word));
}

function toValue({ variable, start, end }: ShellWord, value: ShellWord): ShellWord | undefined {
  const { text, prefix, yields, isKnownFile } = value;
  const place = { text, isKnownFile, isBare: false, start, end };
  if (yields === 'exact')
    return variable?.isQuoted === true || /^[^\s*?[\\]+$/.test(text) ? { ...place, yields, prefix: text } : undefined;
  return variable?.isQuoted === true && isKnownFile ? { ...place, yields: 'one', prefix } : undefined;
}
