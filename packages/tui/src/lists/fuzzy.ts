import { go, prepare, single, type Prepared } from 'fuzzysort';

/** Bounds the work for pasted queries and long messages, which grows with the product of both lengths. */
const MAX_LENGTH = { query: 100, text: 10_000 } as const;
/** Every match counts, however many there are; the library's own limits are 10 matches and half of the best score. */
const ALL_MATCHES = { limit: 0, threshold: 0 } as const;

/**
 * Returns the items that contain the letters of each word of the query in order, best match first. Equal matches keep
 * their order. An empty query matches all items.
 */
export function fuzzySearch<T>(query: string, items: readonly T[], textOf: (item: T) => string): readonly T[] {
  const wanted = toQuery(query);
  if (wanted === '') return items;
  const targets = items.map((item, at) => ({ item, at, text: toTarget(textOf(item)) }));
  return go(wanted, targets, { ...ALL_MATCHES, key: 'text' })
    .map(({ score, obj }) => ({ score, ...obj }))
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .map(({ item }) => item);
}

/**
 * Returns how well a text matches a query, from 0 (not at all) to 1 (the same text). An empty query matches every text.
 */
export function fuzzyScore(query: string, text: string): number {
  const wanted = toQuery(query);
  return wanted === '' ? 1 : (single(wanted, toTarget(text))?.score ?? 0);
}

function toQuery(query: string): string {
  return query.slice(0, MAX_LENGTH.query).trim();
}

/** The library would keep each string that it prepares by itself. */
function toTarget(text: string): Prepared {
  return prepare(text.slice(0, MAX_LENGTH.text));
}
