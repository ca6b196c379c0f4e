import type { Piece } from '../to-pieces.ts';
import type { Anchor } from './anchor.ts';

const WRITING = /write|edit|replace|create|patch|append|insert|update|rename|move|delete|remove|save|modify/iu;
const PATHS = [
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'target_file',
  'notebook_path',
  'filename',
  'file',
] as const;

/** The files that calls changed and how, most recently changed last. */
export function changedFiles(pieces: readonly Piece[]): readonly Anchor[] {
  const failed = failedCalls(pieces);
  const changes = new Map<string, { readonly count: number; readonly by: readonly string[] }>();
  for (const [at, piece] of pieces.entries()) {
    const path = piece.kind === 'call' && isWriting(piece.name) ? pathOf(piece.args) : undefined;
    if (piece.kind !== 'call' || path === undefined || failed.has(at)) continue;
    const { count = 0, by = [] } = changes.get(path) ?? {};
    changes.delete(path);
    changes.set(path, { count: count + 1, by: [...new Set([...by, piece.name])] });
  }
  return [...changes].map(([path, { count, by }]) => {
    const times = count === 1 ? 'once' : `${count} times`;
    return { kind: 'file', text: path, context: `changed ${times} (${by.join(', ')})` };
  });
}

/** Tells by its name whether a call writes. */
export function isWriting(name: string): boolean {
  return WRITING.test(name);
}

/** The file that a call names, if any. */
export function pathOf(args: Record<string, unknown>): string | undefined {
  const path = PATHS.map((name) => args[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof path === 'string' ? path : undefined;
}

/** Positions of failed calls. A result without an id belongs to the oldest call of that name. */
export function failedCalls(pieces: readonly Piece[]): ReadonlySet<number> {
  const failed = new Set<number>();
  for (const [call, result] of pairCalls(pieces)) if (result.isError) failed.add(call);
  return failed;
}

/** Answered calls by position, with their results. */
export function pairCalls(pieces: readonly Piece[]): ReadonlyMap<number, Extract<Piece, { kind: 'result' }>> {
  const open = new Map<string, number[]>();
  const pairs = new Map<number, Extract<Piece, { kind: 'result' }>>();
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== 'call' && piece.kind !== 'result') continue;
    const key = `${piece.name} ${piece.id}`;
    const waiting = open.get(key) ?? [];
    open.set(key, waiting);
    if (piece.kind === 'call') waiting.push(at);
    else {
      const call = waiting.shift();
      if (call !== undefined) pairs.set(call, piece);
    }
  }
  return pairs;
}
