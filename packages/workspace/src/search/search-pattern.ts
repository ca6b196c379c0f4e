import { readPattern, type PatternFacts } from './read-pattern.ts';

/** A search request. */
export interface PatternQuery {
  readonly pattern: string;
  readonly isFixed: boolean;
  readonly caseSensitive: boolean;
}

/** The expression to search for, or what is wrong with it. */
export type SearchPattern =
  | ({ readonly ok: true; readonly pattern: RegExp; readonly isLoose: boolean } & PatternFacts)
  | { readonly ok: false; readonly text: string };

/** Compiles an expression for one line. Supports a leading `(?i)`, which ripgrep knows and JavaScript does not. */
export function parseSearchPattern({ pattern, isFixed, caseSensitive }: PatternQuery): SearchPattern {
  const hasFlag = !isFixed && pattern.startsWith('(?i)');
  const isLoose = !caseSensitive || hasFlag;
  const flags = isLoose ? 'i' : '';
  const source = isFixed ? pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`) : pattern.slice(hasFlag ? 4 : 0);
  try {
    return { ok: true, pattern: new RegExp(source, `${flags}u`), isLoose, ...readPattern(source) };
  } catch {
    // The `u` flag rejects harmless escapes such as \- and \_.
  }
  try {
    return { ok: true, pattern: new RegExp(source, flags), isLoose, ...readPattern(source) };
  } catch (thrown) {
    return { ok: false, text: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
