import type { Lines, View } from '../layout/view.ts';
import { highlighterAge } from '../code/highlight.ts';
import { loadedPainter } from './load-markdown.ts';
import { firstBlock, nextBlock, type Block, type BlockStart } from './next-block.ts';
import { paintBlock } from './paint-block.ts';
import { textTexts } from '../../texts/transcript-texts.ts';

/** Paints growing text. Finished parts are painted once. */
export type StreamPainter = (text: string, view: View, isGrowing: boolean) => Lines;

interface Painted {
  readonly key: string;
  readonly text: string;
  /** The rows of the blocks that can no longer change, and where the next block begins. */
  readonly rows: readonly string[];
  readonly from: BlockStart;
}

/** Longer than any answer of a model. Text beyond it is not parsed as Markdown, and not shown beyond `MAX_SHOWN`. */
const MAX_TEXT = 400_000;
const MAX_SHOWN = 1_000_000;
/** The number of blocks at the end that may still change. */
const OPEN_BLOCKS = 2;

interface PaintedBlock {
  readonly block: Block;
  readonly isGrowing: boolean;
  readonly rows: Lines;
}

/** Creates a painter that caches its last result. A different text or view starts over. */
export function createStreamPainter(): StreamPainter {
  let last: Painted | null = null;
  let open: readonly PaintedBlock[] = [];
  return (text, view, isGrowing) => {
    const key = toKey(view);
    const isSame = last !== null && last.key === key && text.startsWith(last.text);
    if (last === null || !isSame) [last, open] = [{ key, text: '', rows: [], from: firstBlock }, []];
    const { painted, ahead } = paintOn(last, text, view);
    const before = open;
    last = painted;
    open = ahead.map((block, at) =>
      paintOpen(block, { view, before, isGrowing: isGrowing && at === ahead.length - 1 }),
    );
    return [...painted.rows, ...open.flatMap(({ rows }) => rows)];
  };
}

interface OpenPaint {
  readonly view: View;
  readonly before: readonly PaintedBlock[];
  readonly isGrowing: boolean;
}

/** Most of the blocks that may change did not change since the last call. */
function paintOpen(block: Block, { view, before, isGrowing }: OpenPaint): PaintedBlock {
  const known = before.find((each) => each.isGrowing === isGrowing && isEqual(each.block, block));
  return known ?? { block, isGrowing, rows: paintBlock(block, view, isGrowing) };
}

function isEqual(one: Block, other: Block): boolean {
  const keys = Object.keys(one) as (keyof Block)[];
  return one.kind === other.kind && keys.every((key) => one[key] === other[key]);
}

/** Everything the rows depend on. */
function toKey({ width, isScreenReader, theme }: View): string {
  const loaded = [highlighterAge(), loadedPainter() !== null];
  return [width, isScreenReader, theme.name, theme.isDark, theme.colours, ...loaded].join(' ');
}

function paintOn(before: Painted, text: string, view: View): { painted: Painted; ahead: readonly Block[] } {
  const rows = [...before.rows];
  const ahead: { block: Block; from: BlockStart }[] = [];
  let from = before.from;
  for (let found = takeBlock(text, from); found !== null; found = takeBlock(text, from)) {
    ahead.push({ block: found.block, from });
    from = found.next;
    const done = ahead.length > OPEN_BLOCKS ? ahead.shift() : undefined;
    if (done !== undefined) rows.push(...paintBlock(done.block, view, false));
  }
  return {
    painted: { ...before, text, rows, from: ahead[0]?.from ?? from },
    ahead: ahead.map(({ block }) => block),
  };
}

function takeBlock(text: string, from: BlockStart): ReturnType<typeof nextBlock> {
  if (from.at < MAX_TEXT || from.at >= text.length)
    return nextBlock(text.length > MAX_SHOWN ? text.slice(0, MAX_SHOWN) : text, from);
  const hidden = text.length - MAX_SHOWN;
  const more = hidden > 0 ? `\n${textTexts.moreCharacters(hidden)}` : '';
  const code = text.slice(from.at, MAX_SHOWN) + more;
  const block: Block = { kind: 'code', hasGap: false, language: '', code, isFirst: false, isClosed: false };
  return { block, next: { ...from, at: text.length, code: null } };
}
