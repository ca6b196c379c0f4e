import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { WordSpan } from './word-span.ts';

/** Nodes that hold commands, or hold what is looked at by itself. */
const HOLDERS = new Set(
  (
    'program list pipeline subshell compound_statement negated_command redirected_statement command file_redirect ' +
    'command_substitution process_substitution for_statement do_group if_statement elif_clause else_clause'
  ).split(' '),
);
/** Nodes that are a word wherever they stand in one of the above. */
const WORDS = new Set(
  (
    'word string raw_string ansi_c_string number concatenation simple_expansion expansion test_operator ' +
    'extglob_pattern'
  ).split(' '),
);
/** Nodes among whose children are words, and those that are a word and hold commands. */
const TAKE_WORDS = new Set(['command', 'file_redirect', 'for_statement']);
const SUBSTITUTIONS = new Set(['command_substitution', 'process_substitution']);
/** Nodes inside a word, besides those above. */
const PIECES = new Set(['string_content', 'variable_name', 'special_variable_name', 'command_substitution']);
/** Nodes that say nothing of their own. */
const SILENT = new Set(['comment', 'file_descriptor']);
/** What the grammar calls tokens: of the language when they hold commands, of a word when they are in one. */
const PUNCTUATION = new Set(
  '&& || | |& ; & ( ) { } ! < > >> >| >& &> &>> <& >&- <&- <( for in do done if then elif else fi variable_name'
    .split(' ')
    .concat('$(', '\n'),
);
const WORD_TOKENS = new Set(['"', '$', '${', '}', '=']);
const TEST_TOKENS = new Set('! = == != < > -a -o'.split(' '));

/** What the grammar says a line's words are, or the kind of the first node that is not on the positive list. */
export type ReadTree =
  { readonly kind: 'read'; readonly spans: readonly WordSpan[] } | { readonly kind: 'refused'; readonly node: string };

interface Walk {
  readonly cursor: TreeCursor;
  readonly spans: WordSpan[];
  refused: string | null;
}

/** Goes through a tree once. Every node, tokens too, must be of a kind that is known in its place. */
export function readTree(tree: Tree): ReadTree {
  // A missing token counts as an error, too.
  if (tree.rootNode.hasError) return { kind: 'refused', node: 'a syntax error' };
  const walk: Walk = { cursor: tree.walk(), spans: [], refused: null };
  readHolder(walk, 'program');
  walk.cursor.delete();
  return walk.refused === null ? { kind: 'read', spans: walk.spans } : { kind: 'refused', node: walk.refused };
}

/** Calls `read` for each child of the node the cursor stands on, and comes back to that node. */
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

/** Inside a word only its kinds and the commands of substitutions matter. */
function readPieces(walk: Walk): void {
  eachChild(walk, (type) => {
    if (WORD_TOKENS.has(type)) return;
    if (type === 'command_substitution') readHolder(walk, type);
    else if (WORDS.has(type) || PIECES.has(type)) readPieces(walk);
    else walk.refused ??= type;
  });
}

/** `[ ... ]`: its brackets and operators are words of the program `[` like any others. */
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
