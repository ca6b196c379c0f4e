/** One-letter commands that print, delete or hold lines. Not `r`, `w`, `e`, nor those that take text. */
const LETTERS = new Set('p P d D n N h H g G x l ='.split(' '));
const DIGITS = new Set('0 1 2 3 4 5 6 7 8 9'.split(' '));
const MODIFIERS = new Set([...DIGITS, ...'g p i I m M'.split(' ')]);

/**
 * Whether a `sed` script has only addresses and commands that read, print and change the text that passes through. Uses
 * an allow list, and returns false for everything unknown.
 */
export function isReadingScript(script: string): boolean {
  let at = 0;
  let depth = 0;
  while (at < script.length) {
    const char = script.charAt(at);
    if (' \t\n;'.includes(char)) at += 1;
    else if (char === '}') {
      depth -= 1;
      at += 1;
    } else {
      const next = scanCommand(script, at);
      if (next === null) return false;
      if (script[next - 1] === '{') depth += 1;
      at = next;
    }
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** The end of the command that begins here. Null if it is unknown. */
function scanCommand(script: string, from: number): number | null {
  const afterAddress = scanAddresses(script, from);
  if (afterAddress === null) return null;
  let at = afterAddress;
  while (' \t!'.includes(script[at] ?? '.')) at += 1;
  const command = script.charAt(at);
  if (command === '{') return at + 1;
  if (command === 's') return scanSubstitution(script, at + 1);
  if (command === 'y') return scanParts(script, at + 1);
  if (command === 'q' || command === 'Q') return endCommand(script, skip(script, skip(script, at + 1, ' '), DIGITS));
  return LETTERS.has(command) ? endCommand(script, at + 1) : null;
}

/** A command must end here: before a separator or a closing brace. */
function endCommand(script: string, at: number): number | null {
  const end = skip(script, at, ' ');
  return end >= script.length || ';\n}'.includes(script.charAt(end)) ? end : null;
}

function scanAddresses(script: string, from: number): number | null {
  let at = scanAddress(script, from);
  if (at === null) return null;
  if (script[at] !== ',') return at;
  at += 1;
  if (script[at] === '+' || script[at] === '~') at += 1;
  const end = scanAddress(script, at);
  return end === at ? null : end;
}

function scanAddress(script: string, from: number): number | null {
  const char = script.charAt(from);
  if (char === '$') return from + 1;
  if (char === '/') {
    const end = scanPattern(script, from + 1, '/');
    return end === null ? null : skip(script, end, new Set(['I', 'M']));
  }
  const digits = skip(script, from, DIGITS);
  return script[digits] === '~' && digits > from ? skip(script, digits + 1, DIGITS) : digits;
}

function scanSubstitution(script: string, from: number): number | null {
  const end = scanParts(script, from, false);
  return end === null ? null : endCommand(script, skip(script, end, MODIFIERS));
}

/** The two parts of `s` and `y`, with one of several delimiters. */
function scanParts(script: string, from: number, mustEnd = true): number | null {
  const divider = script.charAt(from);
  if (!/^[/|,:#@%!+_=~]$/.test(divider)) return null;
  const middle = scanPattern(script, from + 1, divider);
  if (middle === null) return null;
  const end = scanReplacement(script, middle, divider);
  return end === null || !mustEnd ? end : endCommand(script, end);
}

/** The position after the pattern that begins here. */
function scanPattern(script: string, from: number, divider: string): number | null {
  for (let at = from; at < script.length; at += 1) {
    const char = script.charAt(at);
    if (char === divider) return at + 1;
    if (char === '\n' || script.startsWith('\\\n', at)) return null;
    if (char === '\\') at += 1;
    if (char === '[') {
      const end = scanBrackets(script, at + 1, divider);
      if (end === null) return null;
      at = end;
    }
  }
  return null;
}

/**
 * The bracket that closes a bracket expression. GNU sed lets a delimiter in brackets end the pattern and BSD sed does
 * not, so such a pattern is unknown. So is one where they may disagree on the closing bracket.
 */
function scanBrackets(script: string, from: number, divider: string): number | null {
  let at = script[from] === '^' ? from + 1 : from;
  if (script[at] === ']') at += 1;
  while (at < script.length) {
    const char = script.charAt(at);
    if (char === ']') return at;
    if (char === divider || char === '\n') return null;
    const next = scanInBrackets(script, at, divider);
    if (next === null) return null;
    at = next;
  }
  return null;
}

/** The position after one character, escape or class, such as `[:alpha:]`, of a bracket expression. */
function scanInBrackets(script: string, at: number, divider: string): number | null {
  const char = script.charAt(at);
  const next = script.charAt(at + 1);
  if (char === '\\') return [']', divider, '\n', ''].includes(next) ? null : at + 2;
  if (char !== '[' || ![':', '.', '='].includes(next)) return at + 1;
  const end = script.indexOf(`${next}]`, at + 2);
  return end === -1 || script.slice(at, end).includes(divider) ? null : end + 2;
}

function scanReplacement(script: string, from: number, divider: string): number | null {
  for (let at = from; at < script.length; at += 1) {
    const char = script.charAt(at);
    if (char === divider) return at + 1;
    if (char === '\n' || script.startsWith('\\\n', at)) return null;
    if (char === '\\') at += 1;
  }
  return null;
}

function skip(script: string, from: number, chars: ReadonlySet<string> | string): number {
  const isSkipped = (char: string): boolean => (typeof chars === 'string' ? chars === char : chars.has(char));
  let at = from;
  while (at < script.length && isSkipped(script.charAt(at))) at += 1;
  return at;
}
