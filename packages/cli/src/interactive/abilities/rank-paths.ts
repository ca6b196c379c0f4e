import { basename } from 'node:path/posix';

/** How well a path fits what was typed; lower is better, undefined when it does not. */
export function scorePath(path: string, typed: string): number | undefined {
  if (typed === '') return path.split('/').length * 100 + path.length;
  const wanted = typed.toLowerCase();
  const text = path.toLowerCase();
  const name = basename(text);
  const at = text.indexOf(wanted);
  if (text === wanted) return 0;
  if (name.startsWith(wanted)) return 100 + path.length;
  if (text.startsWith(wanted)) return 300 + path.length;
  if (name.includes(wanted)) return 500 + path.length;
  if (at !== -1) return 800 + path.length;
  const gaps = countGaps(text, wanted);
  return gaps === undefined ? undefined : 1000 + gaps * 50 + path.length;
}

/** How many pieces of a path make up what was typed, in order; each jump is a gap unless it lands where a word begins. */
function countGaps(text: string, wanted: string): number | undefined {
  let gaps = 0;
  let last = -1;
  for (const letter of wanted) {
    const next = text.indexOf(letter, last + 1);
    if (next === -1) return undefined;
    if (next !== last + 1) gaps += next > 0 && /[/._-]/.test(text.charAt(next - 1)) ? 0.5 : 1;
    last = next;
  }
  return gaps;
}

/** The paths that what was typed may mean, best first. A path with a hidden part is offered only to who types a dot. */
export function rankPaths(paths: Iterable<string>, typed: string, count: number): readonly string[] {
  const wantsHidden = /(?:^|\/)\./.test(typed);
  const found: { readonly path: string; readonly score: number }[] = [];
  for (const path of paths) {
    if (!wantsHidden && /(?:^|\/)\./.test(path)) continue;
    const score = scorePath(path, typed);
    if (score !== undefined) found.push({ path, score });
  }
  found.sort((a, b) => a.score - b.score || (a.path < b.path ? -1 : 1));
  return found.slice(0, count).map(({ path }) => path);
}
