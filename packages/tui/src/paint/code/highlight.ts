import type { HLJSApi } from 'highlight.js';
import type { Style, Theme } from '../theme/theme.ts';
import { languageOf, type LanguageName, languages } from './languages.ts';

/** Loaded when the first code is painted, so that the first frame does not wait for it. */
let highlighter: { readonly core: HLJSApi; readonly decodeXML: (text: string) => string } | null = null;
const asked = new Map<LanguageName, Promise<void>>();
let age = 0;

/** Increases when a language is loaded, because earlier output may now have more colors. */
export function highlighterAge(): number {
  return age;
}

/** Loads a language, so that the next paint uses its colors. An unknown language is not an error. */
export function loadLanguage(name: string): Promise<void> {
  const language = languageOf(name);
  if (language === null) return Promise.resolve();
  // If the grammar cannot be loaded, code stays plain.
  const loading = asked.get(language) ?? load(language).catch(() => undefined);
  asked.set(language, loading);
  return loading;
}

const FENCE = /^ {0,9}(?:`{3,}|~{3,}) {0,9}([\w+#-]{1,20})/gm;

/** Loads every language used in a Markdown text, for text that is painted only once. */
export async function loadLanguagesOf(markdown: string): Promise<void> {
  const names = new Set([...markdown.matchAll(FENCE)].map(([, name = '']) => name));
  await Promise.all([...names].map((name) => loadLanguage(name)));
}

async function load(language: LanguageName): Promise<void> {
  const [core, grammar, { decodeXML }] = await Promise.all([
    import('highlight.js/lib/core'),
    languages[language](),
    import('entities/decode'),
  ]);
  core.default.registerLanguage(language, grammar.default);
  highlighter = { core: core.default, decodeXML };
  age += 1;
}

/** Code in color. Null while its language is not loaded, or if it is unknown. */
export function highlight(code: string, name: string, theme: Theme): string | null {
  const language = languageOf(name);
  if (language === null) return null;
  if (highlighter?.core.getLanguage(language) === undefined) {
    void loadLanguage(language);
    return null;
  }
  const { core, decodeXML } = highlighter;
  return toStyled(core.highlight(code, { language, ignoreIllegals: true }).value, theme, decodeXML);
}

const SPAN = /<span class="([^"]*)">|<\/span>|([^<]+)/g;

/** Converts the highlighter's spans to styles, which end and restart at each line. */
function toStyled(html: string, theme: Theme, decode: (html: string) => string): string {
  const open: (Style | null)[] = [];
  let text = '';
  for (const [found, scope, words] of html.matchAll(SPAN)) {
    if (scope !== undefined) open.push(styleOf(scope, theme) ?? open.at(-1) ?? null);
    else if (words === undefined) open.pop();
    else text += paintWords(decode(found), open.at(-1) ?? null);
  }
  return text;
}

function paintWords(words: string, style: Style | null): string {
  return style === null ? words : words.split('\n').map(style).join('\n');
}

const styles: Readonly<Record<string, keyof Theme['syntax'] | 'added' | 'removed' | 'heading' | 'strong'>> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  literal: 'number',
  number: 'number',
  string: 'text',
  regexp: 'text',
  symbol: 'text',
  char: 'text',
  'template-tag': 'text',
  comment: 'comment',
  quote: 'comment',
  meta: 'comment',
  doctag: 'comment',
  title: 'name',
  name: 'name',
  attr: 'name',
  attribute: 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  type: 'type',
  built_in: 'type',
  addition: 'added',
  deletion: 'removed',
  section: 'heading',
  strong: 'strong',
};

/** By the first word of the highlighter's class, as in `hljs-title function_`. */
function styleOf(scope: string, theme: Theme): Style | null {
  const word = scope.split(' ')[0]?.replace('hljs-', '') ?? '';
  const role = Object.hasOwn(styles, word) ? styles[word] : undefined;
  if (role === undefined) return null;
  if (role === 'added' || role === 'removed' || role === 'heading' || role === 'strong') return theme[role];
  return theme.syntax[role];
}
