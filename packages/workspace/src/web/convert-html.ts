import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { stripTags } from './strip-tags.ts';

/** A page as Markdown. */
export interface ConvertedPage {
  readonly title: string | undefined;
  readonly text: string;
}

/** The part of a document that we use. The libraries have no types that fit here. */
interface PageDocument {
  readonly body: PageNode;
  querySelectorAll(selector: string): Iterable<PageNode>;
  cloneNode(isDeep: true): unknown;
}
interface PageNode {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly innerHTML: string;
  readonly children: Iterable<PageNode>;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<PageNode>;
  remove(): void;
}

// The libraries use browser types, which are not available here.
const parseAny: (html: string) => unknown = parseHTML;
const parseDocument = (html: string): PageDocument => (parseAny(html) as { readonly document: PageDocument }).document;

/** Shorter articles are probably fragments that were mistaken for an article. */
const MIN_ARTICLE = 200;
const NOISE = 'title, script, style, noscript, template, iframe, svg, canvas, nav, form, button, input, select, dialog';

/** Converts the main part of a page to Markdown, or to plain text if that fails. */
export function convertHtml(html: string, url: string): ConvertedPage {
  try {
    const document = parse(html);
    const [heading] = document.querySelectorAll('title');
    const title = heading?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
    const text = toMarkdown(readArticle(document) ?? withoutNoise(document.body), url);
    return { title: title === '' ? undefined : title, text: text === '' ? stripTags(html) : text };
  } catch {
    // Pages can be nested deeper than the recursion limit.
    return { title: undefined, text: stripTags(html) };
  }
}

/** The parser requires html and body tags, which pages may omit. */
function parse(html: string): PageDocument {
  const isWhole = ['html', 'head', 'body'].every((name) => new RegExp(`<${name}[\\s>]`, 'i').test(html));
  if (isWhole) return parseDocument(html);
  const bare = html.replaceAll(/<!doctype[^>]*>|<\/?(?:html|head|body)(?:\s[^>]*)?>/gi, '');
  return parseDocument(`<html><head></head><body>${bare}</body></html>`);
}

/** The article as a reader view would show it. Undefined: the page is not an article. */
function readArticle(document: PageDocument): PageNode | undefined {
  const article = new Readability(document.cloneNode(true) as ConstructorParameters<typeof Readability>[0], {
    keepClasses: true,
  }).parse();
  const content = article?.content ?? '';
  if ((article?.textContent ?? '').trim().length < MIN_ARTICLE) return undefined;
  return parse(content).body;
}

function withoutNoise(body: PageNode): PageNode {
  for (const node of body.querySelectorAll(NOISE)) node.remove();
  return body;
}

function toMarkdown(body: PageNode, url: string): string {
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  service.addRule('link', {
    filter: 'a',
    replacement: (content, node) => toLink(content, (node as PageNode).getAttribute('href'), url),
  });
  service.addRule('image', {
    filter: 'img',
    replacement: (_, node) => (node as PageNode).getAttribute('alt')?.trim() ?? '',
  });
  service.addRule('table', {
    filter: 'table',
    replacement: (content, node: unknown) => toTable(node as PageNode) ?? content,
  });
  const page: unknown = body;
  return service.turndown(page as Parameters<TurndownService['turndown']>[0]).trim();
}

/** A link with its absolute address. A link without a valid address becomes its text. */
function toLink(content: string, href: string | null, base: string): string {
  const text = content.replaceAll(/\s+/g, ' ').trim();
  const target = href === null || !URL.canParse(href, base) ? undefined : new URL(href, base);
  if (text === '' || target === undefined || !/^https?:$/.test(target.protocol)) return text;
  return href?.startsWith('#') === true ? text : `[${text}](${target.href})`;
}

/** Converts a table to Markdown. Undefined for a table that is only used for layout. */
function toTable(table: PageNode): string | undefined {
  if ([...table.querySelectorAll('table, pre, ul, ol')].length > 0) return undefined;
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|')),
  );
  const [head, ...others] = rows.filter((row) => row.length > 0);
  if (head === undefined || head.length < 2) return undefined;
  const lines = [head, head.map(() => '---'), ...others].map((row) => `| ${row.join(' | ')} |`);
  return `\n\n${lines.join('\n')}\n\n`;
}
