/** A word that a summary must copy exactly. */
export interface ExactWord {
  readonly kind: 'path' | 'exact';
  readonly text: string;
}

/** In this order. Text found by one pattern is skipped by the next. */
const PATTERNS: readonly (readonly [ExactWord['kind'], RegExp])[] = [
  ['exact', /\bhttps?:\/\/[^\s)>\]"'`,]+/gu],
  ['exact', /`(?<inner>[^`\n]{1,80})`/gu],
  ['exact', /"(?<inner>[^"\n]{2,80})"/gu],
  ['exact', /“(?<inner>[^”\n]{2,80})”/gu],
  ['exact', /(?<![\p{L}\p{N}])'(?<inner>[^'\n]{2,80})'(?![\p{L}\p{N}])/gu],
  ['path', /(?<![\w/])(?:~|\.{1,2})?\/?(?:[\w.@+-]+\/)+[\w.@+-]*[\w@+-]/gu],
  ['path', /(?<![\w.])[\w@+-]+(?:\.[\w+-]+)*\.(?!js\b)[a-z][a-z0-9]{0,4}(?![\w(])/gu],
  // Ids and names that are not ordinary words: SEC-2291, eu-central-1, pt-BR, MAX_SIZE, maxSize, a hash.
  ['exact', /\b\p{L}[\p{L}\d]*(?:-[\p{L}\d]+)*-(?:\d+|[A-Z]{2,})\b/gu],
  ['exact', /\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b/gu],
  ['exact', /\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b(?:[A-Z][a-z0-9]+){2,}\b/gu],
  ['exact', /\b(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{7,40}\b/gu],
  ['exact', /\b[A-Z][A-Z0-9]{2,}\b/gu],
  ['exact', /(?<![\w.])v?\d+(?:[.,:_]\d+)+(?!\w)/gu],
  ['exact', /(?<![\w.])\d{2,}(?!\d)/gu],
  // A single digit means nothing without what it counts.
  ['exact', /(?<![\w.])\d \p{L}{2,}/gu],
];
/** Always written in capitals, so they carry no information. */
const COMMON = new Set(
  'API CLI CPU CSS CSV DOM HTML HTTP HTTPS IDE IDS JSON NOT NPM AND PDF RAM SQL SSH TODO UI URL UTF XML YAML THE YES'.split(
    ' ',
  ),
);
const ABBREVIATIONS = new Set(['e.g', 'i.e', 'etc', 'a.k', 'vs']);

/** The distinct names, numbers, versions, ids, quotes, paths and addresses in a sentence. */
export function exactWords(sentence: string): readonly ExactWord[] {
  const words = new Map<string, ExactWord>();
  let rest = sentence;
  for (const [kind, pattern] of PATTERNS) {
    for (const { 0: match, index, groups } of rest.matchAll(pattern)) {
      const text = (groups?.['inner'] ?? match).trim();
      if (text === '' || COMMON.has(text) || ABBREVIATIONS.has(text)) continue;
      words.set(text, { kind: kind === 'exact' && isPath(text) ? 'path' : kind, text });
      rest = rest.slice(0, index) + ' '.repeat(match.length) + rest.slice(index + match.length);
    }
  }
  return [...words.values()];
}

/** Paths are usually in backticks. */
function isPath(text: string): boolean {
  return /^[\w.@~+/\\-]+$/u.test(text) && /[\w-]\/[\w.-]|\.[a-z][a-z0-9]{0,4}$/iu.test(text) && !/^\d/u.test(text);
}
