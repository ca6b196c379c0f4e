import { toLine } from '../cut-middle.ts';
import type { Piece } from '../to-pieces.ts';
import type { Anchor } from './anchor.ts';

const LONGEST = 300;
const TEXTS = ['description', 'content', 'title', 'text', 'task'] as const;
const CLOSED = /^(?:done|completed?|cancell?ed|closed)$/iu;

/** The unfinished items of the last todo list. */
export function openTodos(pieces: readonly Piece[]): readonly Anchor[] {
  const last = pieces.findLast(
    (piece) => piece.kind === 'call' && /todos?$/iu.test(piece.name) && toList(piece.args) !== undefined,
  );
  if (last?.kind !== 'call') return [];
  return (toList(last.args) ?? []).flatMap((todo) => {
    const text = toOpenText(todo);
    return text === undefined ? [] : [{ kind: 'todo', text, context: text }];
  });
}

function toList({ todos }: Record<string, unknown>): readonly unknown[] | undefined {
  return Array.isArray(todos) ? todos : undefined;
}

function toOpenText(todo: unknown): string | undefined {
  if (typeof todo === 'string') return nonEmpty(todo);
  if (typeof todo !== 'object' || todo === null) return undefined;
  const fields = todo as Record<string, unknown>;
  if (typeof fields['status'] === 'string' && CLOSED.test(fields['status'].trim())) return undefined;
  const text = TEXTS.map((name) => fields[name]).find((value) => typeof value === 'string');
  return typeof text === 'string' ? nonEmpty(text) : undefined;
}

function nonEmpty(text: string): string | undefined {
  const line = toLine(text, LONGEST);
  return line === '' ? undefined : line;
}
