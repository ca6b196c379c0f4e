import { toPlain } from './fold-text.ts';

const MAX_DESCRIBED = 3;
const MAX_QUOTED = 40;

/** Describes the first differences between lines of the file and the lines that were sent, one sentence each. */
export function describeDifferences(
  found: readonly string[],
  sent: readonly string[],
  firstLine: number,
): readonly string[] {
  // Tolerated differences are mentioned only if nothing else differs.
  const inWords = describeEach(found, sent, { firstLine, describe: describeWords });
  return inWords.length > 0 ? inWords : describeEach(found, sent, { firstLine, describe: describeLayout });
}

type Describe = (found: string, sent: string, line: number) => string | undefined;

function describeEach(
  found: readonly string[],
  sent: readonly string[],
  { firstLine, describe }: { readonly firstLine: number; readonly describe: Describe },
): readonly string[] {
  const sentences: string[] = [];
  for (const [at, line] of sent.entries()) {
    const theirs = found[at];
    if (theirs === undefined) return [...sentences, `The file ends before ${quote(line)}.`];
    const sentence = describe(theirs, line, firstLine + at);
    if (sentence !== undefined) sentences.push(sentence);
    // After a missing line all further lines differ.
    if (sentences.length === MAX_DESCRIBED || isBlank(theirs) !== isBlank(line)) break;
  }
  return sentences;
}

function describeWords(found: string, sent: string, line: number): string | undefined {
  const [theirs, yours] = [found.trim(), sent.trim()];
  const at = firstDifference(theirs, yours);
  if (at === undefined) return undefined;
  if (theirs === '') return `Line ${line} is blank, but old_string has ${quote(yours)}.`;
  if (yours === '') return `Line ${line} is ${quote(theirs)}, but old_string has a blank line.`;
  const where = `Line ${line} differs from column ${indentOf(found).length + at + 1}`;
  return `${where}: the file has ${excerpt(theirs, at)}, old_string has ${excerpt(yours, at)}.`;
}

function describeLayout(found: string, sent: string, line: number): string | undefined {
  const [theirs, yours] = [indentOf(found), indentOf(sent)];
  if (!isBlank(found) && theirs !== yours)
    return `Line ${line} is indented by ${count(theirs)}, in old_string by ${count(yours)}.`;
  return found === sent
    ? undefined
    : `Line ${line} and old_string differ in whitespace or in characters that look alike.`;
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

function count(indent: string): string {
  if (indent === '') return 'nothing';
  const kinds: readonly (readonly [name: string, count: number])[] = [
    ['tab', indent.split('\t').length - 1],
    ['space', indent.split(' ').length - 1],
    ['other blank', indent.replaceAll(/[\t ]/g, '').length],
  ];
  return kinds
    .filter(([, many]) => many > 0)
    .map(([name, many]) => `${many} ${name}${many === 1 ? '' : 's'}`)
    .join(' and ');
}

/** Undefined if the texts differ only in characters that look alike. */
function firstDifference(a: string, b: string): number | undefined {
  const least = Math.min(a.length, b.length);
  let at = 0;
  while (at < least && (a[at] === b[at] || toPlain(a[at] ?? '') === toPlain(b[at] ?? ''))) at += 1;
  if (at === a.length && at === b.length) return undefined;
  return a.normalize('NFC') === b.normalize('NFC') ? undefined : at;
}

/** The text from this position on. Characters that could be mistaken for others are named. */
function excerpt(text: string, at: number): string {
  const code = text.codePointAt(at);
  if (code === undefined) return 'nothing more';
  const name = code > 0x7e ? ` (U+${code.toString(16).toUpperCase().padStart(4, '0')})` : '';
  return quote(text.slice(at)) + name;
}

function quote(text: string): string {
  const trimmed = text.trimEnd() === '' ? text : text.trimEnd();
  return JSON.stringify(trimmed.length > MAX_QUOTED ? `${trimmed.slice(0, MAX_QUOTED)}…` : trimmed);
}
