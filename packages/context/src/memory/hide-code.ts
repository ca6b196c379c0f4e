/** Replaces hidden text: neither part of a word nor a space between words. */
export const HIDDEN = '\0';

/** Masks fenced code, code spans and comments in Markdown. Keeps the length and the lines. */
export function hideCode(text: string): string {
  return hideComments(
    splitBlocks(text)
      .map(({ kind, lines }) => (kind === 'code' ? hide(lines) : hideSpans(lines)))
      .join(''),
  );
}

/** Code or a paragraph. A code span ends with its paragraph. */
interface Block {
  readonly kind: 'code' | 'paragraph';
  readonly lines: string;
}

function splitBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let paragraph = '';
  let fence: string | undefined;
  const endParagraph = (): void => {
    blocks.push({ kind: 'paragraph', lines: paragraph });
    paragraph = '';
  };
  for (const line of text.split(/(?<=\n)/)) {
    const opening = fence === undefined ? openingFence(line) : undefined;
    if (fence !== undefined || opening !== undefined) {
      endParagraph();
      blocks.push({ kind: 'code', lines: line });
      fence = fence !== undefined && closes(line, fence) ? undefined : (fence ?? opening);
    } else {
      paragraph += line;
      if (line.trim() === '') endParagraph();
    }
  }
  endParagraph();
  return blocks;
}

/** The fence that a line opens, also in a list or quote. Backticks followed by another backtick are a span. */
function openingFence(line: string): string | undefined {
  const [, fence, rest = ''] = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})(.*)/.exec(line) ?? [];
  return fence?.startsWith('`') === true && rest.includes('`') ? undefined : fence;
}

function closes(line: string, fence: string): boolean {
  const bare = line.replace(/^[\s>]*/, '').trimEnd();
  return bare.length >= fence.length && bare === (fence[0] ?? '').repeat(bare.length);
}

/** A run of backticks opens a span if one of the same length follows. Each run is visited once. */
function hideSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)].map(({ index, 0: { length } }) => ({ index, length }));
  const closers = closersOf(runs.map(({ length }) => length));
  let hidden = '';
  let at = 0;
  for (const [n, run] of runs.entries()) {
    const end = runs[closers[n] ?? -1];
    if (run.index < at || end === undefined) continue;
    hidden += paragraph.slice(at, run.index) + hide(paragraph.slice(run.index, end.index + end.length));
    at = end.index + end.length;
  }
  return hidden + paragraph.slice(at);
}

/** For each run, the position of the next run of the same length. */
function closersOf(lengths: readonly number[]): readonly (number | undefined)[] {
  const next = new Map<number, number>();
  const closers: (number | undefined)[] = [];
  for (let n = lengths.length - 1; n >= 0; n -= 1) {
    const length = lengths[n] ?? 0;
    closers[n] = next.get(length);
    next.set(length, n);
  }
  return closers;
}

function hideComments(text: string): string {
  let shown = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start);
    if (end < 0) return shown + text.slice(at);
    shown += text.slice(at, start) + hide(text.slice(start, end + 3));
    at = end + 3;
  }
}

function hide(text: string): string {
  return text.replaceAll(/[^\n]/g, HIDDEN);
}
