/**
 * Whether a name fits a pattern in which `*` stands for any text and `?` for one character.
 *
 * It goes back to the last star only, so the time is at most the product of both lengths; a regular expression may
 * take exponential time for the same.
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

/** Whether the names of a path, from one of them on, fit those of a pattern; `**` stands for any number of names, none too. */
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

/** Whether the rest of a pattern fits somewhere below; at its end it fits everything. */
function matchBelow(rest: readonly string[], parts: readonly string[], from: number): boolean {
  if (rest.length === 0) return true;
  for (let at = from; at < parts.length; at += 1) if (matchParts(rest, parts, at)) return true;
  return false;
}
