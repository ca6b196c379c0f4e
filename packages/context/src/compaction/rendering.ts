/** The first line of a summary, by which it is recognized when it is summarized again. */
export const TITLE = '# Summary of the earlier part of this session';
/** What follows this line is not part of the summary. */
export const END = '[End of the summary.]';
export const WORDS_TITLE = '## What the user said, word for word, oldest first';

/** The sections of a summary, in display order. They are parsed again, so existing sessions depend on them. */
export const sectionTitles = {
  goal: '## Goal',
  requirements: '## What the user asked for or forbade',
  decisions: '## Decisions',
  facts: '## Facts',
  files: '## Files',
  done: '## Done',
  open: '## Open, with the next step',
} as const;

/** A user message, by its number in the session. */
export interface PersonMessage {
  readonly number: number;
  readonly text: string;
}

/** What can be parsed from a rendered summary. */
export interface ParsedRendering {
  /** The lines of each section, without the leading dash. */
  readonly sections: ReadonlyMap<string, readonly string[]>;
  readonly words: readonly PersonMessage[];
}

/** Whether a text is a summary that the program generated. */
export function isRendering(text: string): boolean {
  return text.startsWith(`${TITLE}\n`);
}

/** A summary without its appendix. */
export function withoutAppendix(text: string): string {
  const at = text.indexOf(`\n${END}`);
  return at < 0 ? text : text.slice(0, at);
}

/**
 * Parses a rendered summary. Every line that the program did not write starts with a dash or a quote mark, so no
 * content can be mistaken for a heading.
 */
export function parseRendering(text: string): ParsedRendering {
  const [summary = '', quoted = ''] = splitOnce(withoutAppendix(text), `\n${WORDS_TITLE}\n`);
  const sections = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of summary.split('\n')) {
    if (line.startsWith('## ')) sections.set(line, (lines = []));
    else if (line.startsWith('- ')) lines.push(line.slice(2));
    else if (line !== '') lines.push(line);
  }
  return { sections, words: parseWords(quoted) };
}

/** The user's messages, each line quoted. */
export function showWords(words: readonly PersonMessage[]): string {
  return words
    .map(
      ({ number, text }) =>
        `[message ${number}]\n${text
          .split('\n')
          .map((line) => `> ${line}`)
          .join('\n')}`,
    )
    .join('\n\n');
}

function parseWords(quoted: string): readonly PersonMessage[] {
  const words: { number: number; lines: string[] }[] = [];
  for (const line of quoted.split('\n')) {
    const number = /^\[message (\d{1,9})\]$/.exec(line)?.[1];
    if (number !== undefined) words.push({ number: Number(number), lines: [] });
    else if (line.startsWith('> ')) words.at(-1)?.lines.push(line.slice(2));
  }
  return words.map(({ number, lines }) => ({ number, text: lines.join('\n') }));
}

function splitOnce(text: string, by: string): readonly string[] {
  const at = text.indexOf(by);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + by.length)];
}
