import { RE2JS, RE2JSException } from 're2js';

/** A regular expression whose test takes time in proportion to the text, whatever the pattern. */
export interface LinearRegex {
  readonly source: string;
  /** Whether the pattern is found in the text. Undefined if the test would take too long. */
  test(text: string): boolean | undefined;
}

/** A usable pattern, or why it cannot be used. */
export type CompiledRegex =
  | { readonly ok: true; readonly regex: LinearRegex }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const MAX_PATTERN = 2048;
const MAX_INSTRUCTIONS = 1000;
/** Memory for a pattern's automaton. Building 128 KB takes a few milliseconds, which a decision may take. */
const AUTOMATON_BYTES = 128 * 1024;

/**
 * Compiles with RE2, which never backtracks.
 *
 * The automaton is kept small, and RE2's slow fallback for patterns that outgrow it is turned off: the fallback is
 * linear, but can take a second for 100 KB. Such a test returns undefined, and the caller then chooses the stricter
 * result.
 */
export function compileRegex(source: string): CompiledRegex {
  if (source.length > MAX_PATTERN)
    return refuse(`the pattern is longer than ${MAX_PATTERN} characters`, 'Split the rule.');
  let re: RE2JS;
  try {
    re = RE2JS.compile(RE2JS.translateRegExp(source));
  } catch (thrown) {
    if (!(thrown instanceof RE2JSException)) throw thrown;
    return refuse(thrown.message.replace('error parsing regexp: ', ''), hintFor(source));
  }
  if (re.programSize() > MAX_INSTRUCTIONS)
    return refuse('the pattern is too large', 'Lower its counted repetitions, or use * in place of them.');
  return { ok: true, regex: bounded(re, source) };
}

function bounded(re: RE2JS, source: string): LinearRegex {
  const search = { givenUp: 0 };
  const engine = re.re2();
  engine.dfa.stateBudget = AUTOMATON_BYTES;
  engine.dfa.memBudget = AUTOMATON_BYTES;
  engine.doExecuteNFA = () => {
    search.givenUp += 1;
    return null;
  };
  return {
    source,
    test: (text) => {
      const before = search.givenUp;
      const isFound = re.test(text);
      return search.givenUp > before ? undefined : isFound;
    },
  };
}

function refuse(message: string, hint: string): CompiledRegex {
  return { ok: false, message, hint };
}

function hintFor(source: string): string {
  if (/\(\?<?[=!]/.test(source))
    return 'Patterns are RE2, which has no lookahead and no lookbehind: write two rules, the exception with the higher priority.';
  if (/\\[1-9]|\\k</.test(source)) return 'Patterns are RE2, which has no backreferences: spell the repetition out.';
  if (/\{\d/.test(source)) return 'Counted repetitions may come to 1000 at most: use * or + in place of larger ones.';
  return 'Patterns are RE2: https://github.com/google/re2/wiki/Syntax. In TOML, write them in single quotes.';
}
