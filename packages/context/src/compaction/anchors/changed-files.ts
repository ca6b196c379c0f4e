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

/** The files that calls changed, the one that was changed last at the end, with how. */
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

/** Whether a call is there to change something, by its name. */
export function isWriting(name: string): boolean {
  return WRITING.test(name);
}

/** The file that a call is about, if it says. */
export function pathOf(args: Record<string, unknown>): string | undefined {
  const path = PATHS.map((name) => args[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof path === 'string' ? path : undefined;
}

/** The places of the calls that failed. Results without an id answer the oldest call of their name. */
export function failedCalls(pieces: readonly Piece[]): ReadonlySet<number> {
  const failed = new Set<number>();
  for (const [call, result] of pairCalls(pieces)) if (result.isError) failed.add(call);
  return failed;
}

/** Each call that was answered, by its place, with its result. */
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
