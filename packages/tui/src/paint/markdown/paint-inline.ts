import { decodeHTMLStrict } from 'entities/decode';
import type { MarkedToken, Token } from 'marked';
import { cleanText } from '../layout/clean-text.ts';
import { paintLink } from './paint-link.ts';
import type { View } from '../layout/view.ts';

/** Paints the inline content of a paragraph as one styled text, with a newline for each hard break. */
export function paintInline(tokens: readonly Token[], view: View): string {
  return tokens.map((token) => paintToken(token as MarkedToken, view)).join('');
}

function paintToken(token: MarkedToken, view: View): string {
  const { theme } = view;
  switch (token.type) {
    case 'strong':
      return theme.strong(paintInline(token.tokens, view));
    case 'em':
      return theme.emphasis(paintInline(token.tokens, view));
    case 'del':
      return theme.struck(paintInline(token.tokens, view));
    case 'codespan':
      return paintCodeSpan(token.text, view);
    case 'br':
      return '\n';
    case 'link':
      return paintLink(
        { text: paintInline(token.tokens, view).replaceAll('\n', ' '), href: toWords(token.href) },
        view,
      );
    case 'image':
      return paintImage(token.text, token.href, view);
    case 'html':
      return paintTag(token.raw, view);
    default:
      return paintRest(token, view);
  }
}

function paintRest(token: MarkedToken, view: View): string {
  if (token.type === 'checkbox') return '';
  if ('tokens' in token) return paintInline(token.tokens, view);
  return toWords(token.type === 'escape' ? token.text : token.raw);
}

/** Plain text. Cleaned again, because a character reference may decode to anything. */
export function toWords(text: string): string {
  const words = cleanText(text.includes('&') ? decodeHTMLStrict(text) : text);
  return words.includes('\n') ? joinLines(words) : words;
}

function joinLines(text: string): string {
  const lines = text.split('\n');
  const last = lines.length - 1;
  return lines.map((line, at) => (at === last ? line.trimStart() : at === 0 ? line.trimEnd() : line.trim())).join(' ');
}

/** Without colors the backticks stay, to tell code from text. */
function paintCodeSpan(text: string, { theme }: View): string {
  const code = text.replaceAll('\n', ' ');
  return theme.colours === 0 ? `\`${code}\`` : theme.code(code);
}

function paintImage(text: string, href: string, view: View): string {
  const words = text === '' ? 'image' : `image: ${toWords(text)}`;
  return paintLink({ text: `[${words}]`, href: toWords(href) }, view);
}

function paintTag(raw: string, { theme }: View): string {
  return /^<br\s*\/?>$/i.test(raw.trim()) ? '\n' : theme.dim(raw.replaceAll('\n', ' '));
}
