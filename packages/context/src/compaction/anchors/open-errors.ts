import { toLine } from '../cut-middle.ts';
import type { Piece } from '../to-pieces.ts';
import type { Anchor } from './anchor.ts';
import { isWriting, pairCalls, pathOf } from './changed-files.ts';

const LONGEST = 200;
const TELLING = /error|fail|exception|panic|cannot|not found|denied|refused|unexpected|undefined|assert|✗|✕/iu;
const LAST_LINES = 60;

/**
 * The last error of each command or change that never succeeded afterwards. A search without results is not an error.
 */
export function openErrors(pieces: readonly Piece[]): readonly Anchor[] {
  const results = pairCalls(pieces);
  const errors = new Map<string, Anchor>();
  for (const [at, piece] of pieces.entries()) {
    const result = results.get(at);
    if (piece.kind !== 'call' || result === undefined) continue;
    const about = aboutOf(piece);
    if (about === undefined) continue;
    const key = `${piece.name} ${about}`;
    errors.delete(key);
    if (!result.isError) continue;
    const text = toLine(tellingLine(result.text), LONGEST);
    if (text !== '') errors.set(key, { kind: 'error', text, context: `\`${about}\` failed last with: ${text}` });
  }
  return [...errors.values()];
}

/** Identifies a command by its line and a change by its file. */
function aboutOf({ name, args }: Extract<Piece, { kind: 'call' }>): string | undefined {
  if (typeof args['command'] === 'string') return toLine(args['command'], LONGEST);
  const path = isWriting(name) ? pathOf(args) : undefined;
  return path === undefined ? undefined : toLine(`${name} ${path}`, LONGEST);
}

/** The last line that names an error, or else the last line that is not about the exit status. */
function tellingLine(text: string): string {
  const lines = text
    .split('\n')
    .slice(-LAST_LINES)
    .filter((line) => line.trim() !== '' && !/^(?:exit code|ended by signal):/iu.test(line));
  return lines.findLast((line) => TELLING.test(line)) ?? lines.at(-1) ?? '';
}
