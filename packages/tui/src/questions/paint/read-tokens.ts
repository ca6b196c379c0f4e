/** A token of a command line with its position. */
export interface ShellToken {
  /** `inner` starts a command inside a word. `redirect` is followed by the file. */
  readonly kind: 'word' | 'operator' | 'redirect' | 'inner';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const BLANK = /[ \t\r]+/y;
const OPERATOR = /\n|&&|\|\||\|&|;;|[;|&(){}]/y;
const REDIRECT = /(?:\d*|&)(?:>>|>\||>&|<<<|<<-?|<>|<&|>|<)/y;
const INNER = /\$\((?!\()|`|[<>]\(/y;
/** Text that is part of a word: in single quotes, after a backslash, or plain. */
const PIECE = /'[^']*'?|\\[^]?|\$(?!\()|[^\s'"\\`$;|&(){}<>]+|[{}]/y;
const QUOTED = /\\[^]?|\$(?!\()|[^"\\`$]+/y;

/**
 * Splits a command line well enough to mark parts of it, in a single pass for any input.
 * It is for display only. The policy, which parses shells properly, decides what may run.
 */
export function readTokens(command: string): readonly ShellToken[] {
  const tokens: ShellToken[] = [];
  const add = (kind: ShellToken['kind'], from: number, to: number): number => {
    if (to > from) tokens.push({ kind, text: command.slice(from, to), from, to });
    return to;
  };
  let at = 0;
  while (at < command.length) {
    const blank = ending(BLANK, command, at);
    const inner = ending(INNER, command, at);
    const redirect = ending(REDIRECT, command, at);
    const operator = isBrace(command, at) ? at : ending(OPERATOR, command, at);
    if (blank > at) at = blank;
    else if (inner > at) at = add('inner', at, inner);
    else if (redirect > at) at = add('redirect', at, redirect);
    else if (operator > at) at = add('operator', at, operator);
    else at = readWord(command, at, add);
  }
  return tokens;
}

/** `{}` and `{a,b}` are words. Only a brace by itself groups commands. */
function isBrace(command: string, at: number): boolean {
  const sign = command[at];
  return (sign === '{' || sign === '}') && !/^[\s;]?$/.test(command[at + 1] ?? '');
}

function readWord(
  command: string,
  from: number,
  add: (kind: ShellToken['kind'], from: number, to: number) => number,
): number {
  let at = from;
  let isQuoted = false;
  let start = from;
  while (at < command.length) {
    const inner = ending(INNER, command, at);
    if (inner > at && isQuoted) {
      // A command substitution runs in double quotes too.
      add('word', start, at);
      start = add('inner', at, inner);
      at = inner;
      continue;
    }
    const next = command[at] === '"' ? at + 1 : ending(isQuoted ? QUOTED : PIECE, command, at);
    if (next === at) break;
    if (command[at] === '"') isQuoted = !isQuoted;
    at = next;
  }
  // Always advances.
  return add('word', start, Math.max(at, start === from ? from + 1 : at));
}

/** Where a pattern that starts at `at` ends, or `at` if it does not match. */
function ending(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
