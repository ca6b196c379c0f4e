/** What a session's title is made from. */
export interface TitleFacts {
  /** The title that was set. */
  readonly title: string | null;
  readonly firstMessage: string | null;
}

/** The longest title that is made from a message, in cells of a terminal. */
const LONGEST = 40;

/** The title of a session: the one that was set, or one made from its first message. Empty without either. */
export function sessionTitle({ title, firstMessage }: TitleFacts): string {
  return title === null || title === '' ? titleOfMessage(firstMessage ?? '') : title;
}

/** A short title for a message: its first sentence without mentions, quotes and courtesies, cut after a word. */
export function titleOfMessage(message: string): string {
  const line = message.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? '';
  const bare = [withoutCommand, withoutMentions, withoutQuotes, firstSentence, withoutCourtesy].reduce(
    (text, step) => step(text).trim(),
    line.replaceAll(/\s+/g, ' ').trim(),
  );
  return shorten(bare);
}

/** `/plan fix it` is about `fix it`. A command alone is all there is. */
function withoutCommand(text: string): string {
  return text.replace(/^\/[\w:-]+ (?=.)/, '');
}

/** Files named first are only context. Within a sentence, their names are enough. */
function withoutMentions(text: string): string {
  const rest = text.replace(/^(?:@\S+ +)+/, '');
  return rest.replaceAll(/(^|\s)@(\S+)/g, (_, before: string, path: string) => `${before}${nameOf(path)}`);
}

function nameOf(path: string): string {
  const bare = path.replace(/:\d+(?:-\d+)?$/, '').replace(/\/$/, '');
  return bare.slice(bare.lastIndexOf('/') + 1);
}

/** Titles are shown in quotes. Apostrophes stay. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/["“”„«»`]|(?<![\p{L}\p{N}])['‘’]|['‘’](?![\p{L}\p{N}])/gu, '');
}

/** The first sentence of more than one word. */
function firstSentence(text: string): string {
  const sentences = text.split(/(?<=[.!?。！？]) +/u);
  return sentences.find((sentence) => sentence.includes(' ')) ?? text;
}

function withoutCourtesy(text: string): string {
  const bare = text
    .replace(/^(?:(?:can|could|would|will) you )?please,? +(?=.)/i, '')
    .replace(/[.!,:;。！]+$/u, '')
    .replace(/(?<=.),? please$/i, '');
  return bare === '' ? text : bare;
}

function shorten(text: string): string {
  if (cellsOf(text) <= LONGEST) return text;
  let kept = '';
  for (const word of text.split(' ')) {
    const next = kept === '' ? word : `${kept} ${word}`;
    if (cellsOf(next) >= LONGEST) break;
    kept = next;
  }
  return `${kept === '' ? cut(text) : kept.replace(/[,:;.–-]+$/, '')}…`;
}

/** The start of a word that is longer than a title. */
function cut(word: string): string {
  let kept = '';
  for (const character of word) {
    if (cellsOf(kept + character) >= LONGEST) break;
    kept += character;
  }
  return kept;
}

const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\p{Extended_Pictographic}]/u;

/** At least as many cells as the text takes in a terminal. */
function cellsOf(text: string): number {
  let cells = 0;
  for (const character of text) cells += WIDE.test(character) && character > '\u00FF' ? 2 : 1;
  return cells;
}
