/** How a summary begins; by it a summary is known again when it is itself summarised. */
export const TITLE = '# Summary of the earlier part of this session';
/** Behind this line comes what is no part of the summary. */
export const END = '[End of the summary.]';
export const WORDS_TITLE = '## What the person said, word for word, oldest first';

/** The parts of a summary, in the order in which they are shown. */
export const sectionTitles = {
  goal: '## Goal',
  requirements: '## What the person asked for or forbade',
  decisions: '## Decisions',
  facts: '## Facts',
  files: '## Files',
  done: '## Done',
  open: '## Open, with the next step',
} as const;

/** Something that the person said, by its number in the session. */
export interface PersonMessage {
  readonly number: number;
  readonly text: string;
}

/** What can be read again from a summary as it was shown. */
export interface ParsedRendering {
  /** The lines of each part, without the dash in front. */
  readonly sections: ReadonlyMap<string, readonly string[]>;
  readonly words: readonly PersonMessage[];
}

/** Whether a text is a summary that the program made. */
export function isRendering(text: string): boolean {
  return text.startsWith(`${TITLE}\n`);
}

/** A summary without what was shown behind it. */
export function withoutAppendix(text: string): string {
  const at = text.indexOf(`\n${END}`);
  return at < 0 ? text : text.slice(0, at);
}

/**
 * Reads a summary again. Every line of it that was not written by the program has a dash or a quote mark in front, so
 * nothing that was said can be taken for a heading.
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

/** The person's messages, each line quoted. */
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
