/** A part of Markdown that is painted alone, because later text does not change it. */
export type Block = TextBlock | CodeBlock;

export interface TextBlock {
  readonly kind: 'text';
  /** A blank row comes before it. */
  readonly hasGap: boolean;
  readonly source: string;
  /** Its number, if it is an item of a numbered list. */
  readonly ordinal: number | null;
}

export interface CodeBlock {
  readonly kind: 'code';
  readonly hasGap: boolean;
  readonly language: string;
  readonly code: string;
  /** Long code is split into several blocks. */
  readonly isFirst: boolean;
  /** The closing fence has arrived. */
  readonly isClosed: boolean;
}

/** Where a block begins, and the required state of the blocks before it. */
export interface BlockStart {
  readonly at: number;
  readonly isFirst: boolean;
  /** The number of the previous list item, 0 if it has no number, null if there was none. */
  readonly point: number | null;
  /** The code that continues here. */
  readonly code: { readonly fence: string; readonly language: string } | null;
}

export const firstBlock: BlockStart = { at: 0, isFirst: true, point: null, code: null };

interface NextBlock {
  readonly block: Block;
  readonly next: BlockStart;
}

/** Longer text is cut at a line end, so that no block costs much. Tables and code in lists may be longer. */
const MAX_TEXT = 4096;
const MAX_WHOLE = 32 * 1024;
/** Code is cut at an empty line after this many lines, and anywhere after `MAX_CODE_LINES`. */
const CODE_LINES = 30;
const MAX_CODE_LINES = 80;
/** The start of a line determines its kind. */
const LOOKED_AT = 256;

const FENCE = /^( *)(`{3,}|~{3,})([^`]*)$/;
const POINT = /^ ?(?:[-*+]|(\d{1,9})[.)])(?:\s|$)/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;

/**
 * The next block of a text, or null at its end. Reads each line once.
 *
 * When a text grows, its last two blocks may change (an incomplete line may become any kind), and all earlier blocks
 * stay the same. This makes the cost of a streaming answer linear in its length.
 */
export function nextBlock(text: string, start: BlockStart): NextBlock | null {
  if (start.code !== null) {
    return start.at >= text.length ? null : takeCode(text, start, { ...start.code, at: start.at, hasGap: false });
  }
  const { at, hasBlank } = skipBlank(text, start.at);
  if (at >= text.length) return null;
  const line = lineAt(text, at);
  const fence = FENCE.exec(line);
  if (fence !== null && (fence[1] ?? '').length < 4) {
    const language = (fence[3] ?? '').trim().split(/[\s,{]/)[0] ?? '';
    return takeCode(text, start, {
      fence: fence[2] ?? '',
      language,
      at: lineEnd(text, at) + 1,
      hasGap: !start.isFirst,
    });
  }
  return takeText(text, start, { at, line, hasGap: !start.isFirst && (hasBlank || HEADING.test(line)) });
}

function skipBlank(text: string, from: number): { readonly at: number; readonly hasBlank: boolean } {
  let at = from;
  for (;;) {
    const end = lineEnd(text, at);
    if (at >= text.length || text.slice(at, end).trim() !== '') return { at, hasBlank: at > from };
    at = end + 1;
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function lineAt(text: string, at: number): string {
  return text.slice(at, Math.min(lineEnd(text, at), at + LOOKED_AT)).trimEnd();
}

interface CodeStart {
  readonly fence: string;
  readonly language: string;
  readonly at: number;
  readonly hasGap: boolean;
}

function takeCode(text: string, start: BlockStart, { fence, language, at: from, hasGap }: CodeStart): NextBlock {
  const isFirst = start.code === null;
  const end = findCodeEnd(text, from, fence);
  const code = text.slice(from, Math.max(from, end.isClosed ? end.at - 1 : end.at));
  const block: Block = { kind: 'code', hasGap, language, code, isFirst, isClosed: end.isClosed };
  const next = { at: end.next, isFirst: false, point: null, code: end.isClosed ? null : { fence, language } };
  return { block, next };
}

/** Where code ends: at its fence, at a cut, or at the end of the text. */
function findCodeEnd(text: string, from: number, fence: string): { at: number; next: number; isClosed: boolean } {
  let at = from;
  for (let lines = 1; at < text.length; lines += 1) {
    const end = lineEnd(text, at);
    const line = lineAt(text, at);
    if (isClosing(line, fence)) return { at, next: end + 1, isClosed: true };
    const isCut = lines >= MAX_CODE_LINES || (lines >= CODE_LINES && line === '');
    if (isCut && end < text.length) return { at: end, next: end + 1, isClosed: false };
    at = end + 1;
  }
  return { at: text.length, next: text.length, isClosed: false };
}

function isClosing(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length);
}

interface TextStart {
  readonly at: number;
  readonly line: string;
  readonly hasGap: boolean;
}

function takeText(text: string, start: BlockStart, { at, line, hasGap }: TextStart): NextBlock {
  const point = toPoint(line);
  const number = point === null ? null : toNumber(point, start.point);
  const isLong = line.startsWith('|');
  const end = findTextEnd(text, at, { isPoint: point !== null, isLong });
  const source = text.slice(at, end).trimEnd();
  return {
    block: { kind: 'text', hasGap, source, ordinal: number === 0 ? null : number },
    next: { at: end, isFirst: false, point: number, code: null },
  };
}

/** The number of a list item, or an empty string for a bullet. Null for any other line. */
function toPoint(line: string): string | null {
  const found = RULE.test(line) ? null : POINT.exec(line);
  return found === null ? null : (found[1] ?? '');
}

/** Items are numbered consecutively from the first, as in most renderers. */
function toNumber(point: string, before: number | null): number {
  if (point === '') return 0;
  return before === null || before === 0 ? Number(point) : before + 1;
}

interface TextKind {
  readonly isPoint: boolean;
  readonly isLong: boolean;
}

/** Where the next block begins. */
function findTextEnd(text: string, from: number, kind: TextKind): number {
  let at = lineEnd(text, from) + 1;
  let last = at;
  let hasBlank = false;
  let inner: string | null = null;
  while (at < text.length) {
    const line = lineAt(text, at);
    const fence = fenceOf(line);
    if (inner === null && line !== '' && isNext(line, { ...kind, hasBlank, isFence: fence !== null })) return last;
    hasBlank = inner === null && line === '';
    inner = inner === null ? fence : stayIn(inner, line);
    at = lineEnd(text, at) + 1;
    last = line === '' ? last : at;
    if (at - from > (kind.isLong || inner !== null ? MAX_WHOLE : MAX_TEXT)) return at;
  }
  return text.length;
}

const fenceOf = (line: string): string | null => FENCE.exec(line)?.[2] ?? null;
const stayIn = (fence: string, line: string): string | null => (isClosing(line, fence) ? null : fence);

interface LineKind extends TextKind {
  readonly hasBlank: boolean;
  readonly isFence: boolean;
}

/** Whether a non-empty line starts a new block. */
function isNext(line: string, { isPoint, hasBlank, isFence }: LineKind): boolean {
  const isInside = isPoint && line.startsWith('  ');
  if (isInside) return false;
  if (isFence || HEADING.test(line)) return true;
  const point = toPoint(line);
  // A number inside a sentence starts no list, except 1.
  if (point !== null) return isPoint || hasBlank || point === '' || point === '1';
  return hasBlank && !line.startsWith('  ');
}
