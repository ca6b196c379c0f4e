import { cleanText } from '../layout/clean-text.ts';
import type { Lines, View } from '../layout/view.ts';
import { wrapText } from '../layout/wrap.ts';
import { proseWidth } from '../layout/measure.ts';
import { isTame } from './is-tame.ts';
import { loadedPainter } from './load-markdown.ts';
import type { Block, TextBlock } from './next-block.ts';
import { paintCode } from '../code/paint-code.ts';
import { textTexts } from '../../texts/transcript-texts.ts';

/** Paints a block. An incomplete block is shown as if it ended here. */
export function paintBlock(block: Block, view: View, isGrowing: boolean): Lines {
  const rows = block.kind === 'text' ? paintTextBlock(block, view, isGrowing) : paintCodeBlock(block, view, isGrowing);
  return block.hasGap && rows.length > 0 ? ['', ...rows] : rows;
}

function paintCodeBlock(block: Extract<Block, { kind: 'code' }>, view: View, isGrowing: boolean): Lines {
  const { code, language, isFirst, isClosed } = block;
  // Backticks at the end may be the start of the fence.
  const text = isGrowing && !isClosed ? code.replace(/\n?[`~]{1,2}$/, '') : code;
  const rows = paintCode({ code: cleanText(text), language }, view);
  if (!view.isScreenReader) return rows;
  const name = cleanText(language).trim();
  return [
    ...(isFirst ? wrapText(textTexts.code(name), view.width) : []),
    ...rows,
    ...(isClosed ? [textTexts.codeEnd] : []),
  ];
}

function paintTextBlock(block: TextBlock, view: View, isGrowing: boolean): Lines {
  const source = cleanText(block.source);
  const paintText = isTame(source) ? loadedPainter() : null;
  return paintText?.({ ...block, source }, view, isGrowing) ?? wrapText(source, proseWidth(view.width));
}
