import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { WordSpan } from './word-span.ts';

/** Nodes that contain commands, or other nodes that are checked separately. */
const HOLDERS = new Set(
  (
    'program list pipeline subshell compound_statement negated_command redirected_statement command file_redirect ' +
    'command_substitution process_substitution for_statement do_group if_statement elif_clause else_clause'
  ).split(' '),
);
/** Nodes that are words wherever they occur in one of the above. */
const WORDS = new Set(
  (
    'word string raw_string ansi_c_string number concatenation simple_expansion expansion test_operator ' +
    'extglob_pattern'
  ).split(' '),
);
/** Nodes whose children include words, and nodes that are words and contain commands. */
const TAKE_WORDS = new Set(['command', 'file_redirect', 'for_statement']);
const SUBSTITUTIONS = new Set(['command_substitution', 'process_substitution']);
/** Nodes inside a word, in addition to those above. */
const PIECES = new Set(['string_content', 'variable_name', 'special_variable_name', 'command_substitution']);
/** Nodes that are ignored. */
const SILENT = new Set(['comment', 'file_descriptor']);
/** Tokens of the grammar: those among commands, those inside words, and those inside tests. */
const PUNCTUATION = new Set(
  '&& || | |& ; & ( ) { } ! < > >> >| >& &> &>> <& >&- <&- <( for in do done if then elif else fi variable_name'
    .split(' ')
    .concat('$(', '\n'),
);
const WORD_TOKENS = new Set(['"', '$', '${', '}', '=']);
const TEST_TOKENS = new Set('! = == != < > -a -o'.split(' '));

/** The words of a line according to the grammar, or the kind of the first node that is not on the allow list. */
export type ReadTree =
  { readonly kind: 'read'; readonly spans: readonly WordSpan[] } | { readonly kind: 'refused'; readonly node: string };

interface Walk {
  readonly cursor: TreeCursor;
  readonly spans: WordSpan[];
  refused: string | null;
}

/** Walks a tree once. Every node, including tokens, must be of a kind that is known in its place. */
export function readTree(tree: Tree): ReadTree {
  // A missing token counts as an error, too.
  if (tree.rootNode.hasError) return { kind: 'refused', node: 'a syntax error' };
  const walk: Walk = { cursor: tree.walk(), spans: [], refused: null };
  readHolder(walk, 'program');
  walk.cursor.delete();
  return walk.refused === null ? { kind: 'read', spans: walk.spans } : { kind: 'refused', node: walk.refused };
}

/** Calls `read` for each child of the current node, and returns to that node. */
function eachChild(walk: Walk, read: (type: string) => void): void {
  const { cursor } = walk;
  if (!cursor.gotoFirstChild()) return;
  do {
    read(cursor.nodeType);
  } while (walk.refused === null && cursor.gotoNextSibling());
  cursor.gotoParent();
}

function readHolder(walk: Walk, holder: string): void {
  eachChild(walk, (type) => {
    if (PUNCTUATION.has(type)) return;
    if (type === 'test_command') readTest(walk);
    else if (type === 'command_name') {
      addSpan(walk, 'program');
      readPieces(walk);
    } else if (type === 'variable_assignment') {
      addSpan(walk, 'assignment');
      readPieces(walk);
    } else readNamed(walk, type, holder);
  });
}

function readNamed(walk: Walk, type: string, holder: string): void {
  if (SILENT.has(type)) return;
  const isWord = WORDS.has(type) || SUBSTITUTIONS.has(type);
  if (isWord && TAKE_WORDS.has(holder)) {
    addSpan(walk, 'word');
    if (SUBSTITUTIONS.has(type)) readHolder(walk, type);
    else readPieces(walk);
  } else if (HOLDERS.has(type)) readHolder(walk, type);
  else walk.refused ??= type;
}

/** Inside a word, only the kinds of nodes and the commands of substitutions matter. */
function readPieces(walk: Walk): void {
  eachChild(walk, (type) => {
    if (WORD_TOKENS.has(type)) return;
    if (type === 'command_substitution') readHolder(walk, type);
    else if (WORDS.has(type) || PIECES.has(type)) readPieces(walk);
    else walk.refused ??= type;
  });
}

/** The brackets and operators of `[ ... ]` are ordinary words of the program `[`. */
function readTest(walk: Walk): void {
  eachChild(walk, (type) => {
    if (type === '[') addSpan(walk, 'program');
    else if (type === ']') addSpan(walk, 'word');
    else readTestPart(walk, type);
  });
}

function readTestPart(walk: Walk, type: string): void {
  if (type === 'unary_expression' || type === 'binary_expression') {
    eachChild(walk, (part) => {
      readTestPart(walk, part);
    });
  } else if (WORDS.has(type) || TEST_TOKENS.has(type)) {
    addSpan(walk, 'word');
    readPieces(walk);
  } else walk.refused ??= type;
}

function addSpan({ cursor, spans }: Walk, role: WordSpan['role']): void {
  spans.push({ role, start: cursor.startIndex, end: cursor.endIndex });
}
