/**
 * Whether a name matches a pattern in which `*` matches any text and `?` one character.
 *
 * It backtracks only to the last star, so the time is at most the product of both lengths. A regular expression may
 * take exponential time.
 */
export function matchName(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let n = 0; n < name.length;) {
    if (pattern[at] === '*') {
      star = at;
      resume = n;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[n])) {
      at += 1;
      n += 1;
    } else if (star === -1) {
      return false;
    } else {
      resume += 1;
      n = resume;
      at = star + 1;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}

/**
 * Whether the names of a path, starting at `from`, match those of a pattern. `**` matches any number of names,
 * including none.
 */
export function matchParts(pattern: readonly string[], parts: readonly string[], from = 0): boolean {
  let at = from;
  for (const [n, wanted] of pattern.entries()) {
    if (wanted === '**') return matchBelow(pattern.slice(n + 1), parts, at);
    const name = parts[at];
    if (name === undefined || !matchName(wanted, name)) return false;
    at += 1;
  }
  return at === parts.length;
}

/** Whether the rest of a pattern matches somewhere below. An empty rest matches everything. */
function matchBelow(rest: readonly string[], parts: readonly string[], from: number): boolean {
  if (rest.length === 0) return true;
  for (let at = from; at < parts.length; at += 1) if (matchParts(rest, parts, at)) return true;
  return false;
}
