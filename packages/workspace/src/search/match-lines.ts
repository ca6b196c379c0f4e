/** A matching line, or a line of context. */
export interface MatchedLine {
  readonly line: number;
  readonly text: string;
  readonly isContext: boolean;
}

/** What to match in a file, and how much. */
export interface LineQuery {
  readonly pattern: RegExp;
  /** Lines that also match this do not count. */
  readonly exclude: RegExp | undefined;
  readonly before: number;
  readonly after: number;
  readonly max: number;
}

/** The matching lines of a text, up to `max`, with their context, each once and in order. */
export function matchLines(text: string, query: LineQuery): readonly MatchedLine[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const hits: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (hits.length >= query.max) break;
    const trimmed = trimReturn(line);
    if (query.pattern.test(trimmed) && query.exclude?.test(trimmed) !== true) hits.push(at);
  }
  const isHit = new Set(hits);
  const found: MatchedLine[] = [];
  let next = 0;
  for (const hit of hits) {
    const last = Math.min(lines.length - 1, hit + query.after);
    for (let at = Math.max(next, hit - query.before); at <= last; at += 1) {
      found.push({ line: at + 1, text: trimReturn(lines[at] ?? ''), isContext: !isHit.has(at) });
    }
    next = Math.max(next, last + 1);
  }
  return found;
}

function trimReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
