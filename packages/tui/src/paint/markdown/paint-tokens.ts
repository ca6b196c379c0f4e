import type { MarkedToken, Token, Tokens } from 'marked';
import { paintWithin } from '../layout/narrow.ts';
import { paintLink } from './paint-link.ts';
import type { Lines, View } from '../layout/view.ts';
import { proseWidth } from '../layout/measure.ts';
import { hang, wrapText } from '../layout/wrap.ts';
import { paintCode } from '../code/paint-code.ts';
import { paintInline, toWords } from './paint-inline.ts';
import { paintList } from './paint-list.ts';
import { paintTable } from './paint-table.ts';

/** Paints Markdown blocks below each other, with a blank row between them unless `isClose`. */
export function paintTokens(tokens: readonly Token[], view: View, isClose = false): Lines {
  const rows: string[] = [];
  for (const token of tokens) {
    const painted = paintToken(token as MarkedToken, view);
    if (painted.length === 0) continue;
    if (rows.length > 0 && !isClose) rows.push('');
    rows.push(...painted);
  }
  return rows;
}

function paintToken(token: MarkedToken, view: View): Lines {
  switch (token.type) {
    case 'heading':
      return paintHeading(token, view);
    case 'code':
      return paintCode({ code: token.text, language: token.lang ?? '' }, view);
    case 'blockquote':
      return paintQuote(token, view);
    case 'list':
      return paintList(token, view, (inner, innerView, isClose) => paintTokens(inner, innerView, isClose));
    case 'table':
      return paintTable(token, view);
    case 'hr':
      return paintRule(view);
    case 'def':
      return hang(
        view.theme.dim(`[${token.tag}] `),
        wrapText(paintLink({ text: '', href: toWords(token.href) }, view), view.width - token.tag.length - 3),
      );
    case 'html':
      return wrapText(view.theme.dim(token.raw.trim()), view.width);
    case 'space':
    case 'checkbox':
      return [];
    default:
      return paintParagraph(token, view);
  }
}

function paintParagraph(token: MarkedToken, view: View): Lines {
  const words = 'tokens' in token ? paintInline(token.tokens, view) : toWords(token.raw);
  return words.trim() === '' ? [] : wrapText(words, proseWidth(view.width));
}

function paintHeading({ depth, tokens }: Tokens.Heading, view: View): Lines {
  const { theme, isScreenReader } = view;
  const width = proseWidth(view.width);
  const words = paintInline(tokens, view).replaceAll('\n', ' ');
  if (isScreenReader) return wrapText(`Heading: ${words}`, width);
  if (theme.colours === 0) return wrapText(`${'#'.repeat(depth)} ${words}`, width);
  return wrapText(depth < 3 ? theme.heading(words) : theme.strong(words), width);
}

function paintQuote({ tokens }: Tokens.Blockquote, view: View): Lines {
  const { theme, isScreenReader } = view;
  const paint = (inner: View): Lines => paintTokens(tokens, inner).map(theme.quote);
  return isScreenReader ? ['Quote:', ...paintWithin('  ', view, paint)] : paintWithin(theme.border('│ '), view, paint);
}

function paintRule({ theme, width, isScreenReader }: View): Lines {
  return isScreenReader ? [] : [theme.border('─'.repeat(Math.min(width, 48)))];
}
