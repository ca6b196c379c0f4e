import { cutMiddle, toLine } from '../cut-middle.ts';
import type { Content } from '@google/genai';
import { parseRendering, sectionTitles } from '../rendering.ts';
import { toPieces, type Piece } from '../to-pieces.ts';
import { withPrevious } from '../with-previous.ts';
import type { Anchor, AnchorKind } from './anchor.ts';
import { changedFiles } from './changed-files.ts';
import { exactWords } from './exact-words.ts';
import { openErrors } from './open-errors.ts';
import { openTodos } from './open-todos.ts';

/** Words for what the user requires or forbids. */
const WISH =
  /\b(?:must|no|not|want|never|always|don['’]?t|only|should|shall|may not|cannot|can['’]?t|needs? to|ha(?:s|ve) to|make sure|ensure|keep|avoid|without|instead of|at (?:least|most)|no more than|use|prefer|requires?|not allowed|forbid(?:den)?|leave|stick (?:to|with))\b/iu;
/** Words for what the agent decided, found, or still has to do. */
const STATEMENT =
  /\b(?:i will use|i['’]ll (?:use|go|keep|take)|let['’]s (?:use|go)|we(?:['’]ll| will)? use|decid(?:e|ed|ing)|decision|going with|go with|chose|choose|settled on|sticking (?:to|with)|instead of|rather than|root cause|turns out|found that|the (?:cause|fix|bug|problem|issue|reason) (?:is|was)|because|measured|remains?|still (?:to|need|open|missing|fails?)|not yet|left to do|next step)\b/iu;

/** The maximum number per kind, most important kind first. */
const CAPS: readonly (readonly [AnchorKind, number])[] = [
  ['requirement', 20],
  ['path', 15],
  ['exact', 25],
  ['todo', 15],
  ['file', 25],
  ['error', 6],
  ['decision', 20],
  ['earlier', 20],
];
const MOST = 100;

/**
 * Finds what matters in contents that are about to be summarized, without a model: what the user required and named,
 * what changed, what is unfinished or still failing, what was decided, and what an earlier summary says. Most important
 * first.
 */
export function findAnchors(contents: readonly Content[], previous?: string): readonly Anchor[] {
  const pieces = toPieces(withPrevious(contents, previous));
  const found = [...pieces.flatMap(anchorsOf), ...openTodos(pieces), ...changedFiles(pieces), ...openErrors(pieces)];
  return CAPS.flatMap(([kind, most]) => bothEnds(unique(found.filter((anchor) => anchor.kind === kind)), most)).slice(
    0,
    MOST,
  );
}

function anchorsOf(piece: Piece): readonly Anchor[] {
  switch (piece.kind) {
    case 'earlier_summary':
      return earlierAnchors(piece.text);
    case 'person':
      return toSentences(piece.text).flatMap((context): readonly Anchor[] => [
        ...(WISH.test(context) ? [{ kind: 'requirement', text: context, context } as const] : []),
        ...exactWords(context).map((word) => ({ ...word, context })),
      ]);
    case 'agent':
      return toSentences(piece.text)
        .filter((sentence) => STATEMENT.test(sentence))
        .map((text) => ({ kind: 'decision', text, context: text }));
    case 'call':
    case 'result':
    case 'media':
      return [];
  }
}

/** What an earlier summary says must survive the next one. */
function earlierAnchors(text: string): readonly Anchor[] {
  const { sections } = parseRendering(text);
  const { goal, requirements, decisions, facts, files, open } = sectionTitles;
  const of = (kind: AnchorKind, ...titles: readonly string[]): readonly Anchor[] =>
    titles.flatMap((title) => sections.get(title) ?? []).map((line) => ({ kind, text: line, context: line }));
  return [
    ...of('requirement', requirements),
    ...of('todo', open),
    ...of('file', files).map(({ kind, text: line }) => {
      const [, path = line, state = ''] = /^`([^`]+)`(?:: (.*))?$/u.exec(line) ?? [];
      return { kind, text: path, context: state };
    }),
    ...of('earlier', goal, decisions, facts),
  ];
}

/** Removes duplicates. Of two about the same thing, the later one wins. */
function unique(anchors: readonly Anchor[]): readonly Anchor[] {
  return [...new Map(anchors.map((anchor) => [anchor.text.toLowerCase(), anchor])).values()];
}

/** A third from the beginning, where the task is described, and the rest from the end. */
function bothEnds(anchors: readonly Anchor[], most: number): readonly Anchor[] {
  if (anchors.length <= most) return anchors;
  const first = Math.floor(most / 3);
  return [...anchors.slice(0, first), ...anchors.slice(first - most)];
}

/** Only both ends of a longer text are used: it is probably a pasted log or file. */
const LONGEST_TEXT = 6000;
const LONGEST_SENTENCE = 300;

/** Splits a text into sentences, each on one line. */
function toSentences(text: string): readonly string[] {
  return cutMiddle(text, LONGEST_TEXT)
    .split(/(?<=[.!?;])\s+|\n+/u)
    .map((sentence) => toLine(sentence.replace(/^\s*(?:[-*>#]+|\d+[.)])\s+/u, ''), LONGEST_SENTENCE))
    .filter((sentence) => sentence !== '');
}
