import { Lexer } from 'marked';
import type { Lines, View } from '../layout/view.ts';
import type { TextBlock } from './next-block.ts';
import { completeTail } from './complete-tail.ts';
import { paintTokens } from './paint-tokens.ts';

/** Paints a block of Markdown, as if it ended here while it grows. The source is clean. */
export function paintText({ source, ordinal }: TextBlock, view: View, isGrowing: boolean): Lines {
  const tokens = new Lexer({ gfm: true }).lex(isGrowing ? completeTail(source) : source);
  const [first] = tokens;
  if (first?.type === 'list' && ordinal !== null) first['start'] = ordinal;
  return paintTokens(tokens, view);
}
