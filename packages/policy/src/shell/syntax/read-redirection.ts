import { peek, refuse, type Cursor } from './cursor.ts';
import { endsWord, readWord, type ReadSubstitution } from './read-word.ts';
import type { ShellWord } from './shell-word.ts';
import { skipBlanks } from './skip-blanks.ts';
import type { Redirection } from './simple-command.ts';

/** Longest first, as the shell reads them. What is not here, as `<<` and `<>`, is refused. */
const OPERATORS = ['&>>', '>>', '>|', '>&', '&>', '<&', '>', '<'] as const;
/** Other operators, and dialects in which an operator means something else. */
const REFUSED = ['<<', '<>', '<(', '>('] as const;
const BASH_ONLY = new Set(['&>>', '&>']);
/** Bash itself connects to a host for these. */
const NETWORK = /\/dev\/+(?:tcp|udp)(?:\/|$)/i;

/** Whether a redirection begins here; a number before it belongs to it. */
export function isAtRedirection(cursor: Cursor): boolean {
  const char = peek(cursor);
  if (char === '<' || char === '>') return true;
  return char === '&' && peek(cursor, 1) === '>';
}

/** A redirection as the line has it; `redirection` is null for one between file descriptors. */
export interface ReadRedirection {
  readonly word: ShellWord | null;
  readonly redirection: Redirection | null;
}

const NONE: ReadRedirection = { word: null, redirection: null };

/** Reads the redirection that begins here. */
export function readRedirection(cursor: Cursor, readSubstitution: ReadSubstitution): ReadRedirection {
  const operator = readOperator(cursor);
  if (operator === null) return NONE;
  const isBetweenDescriptors = operator === '>&' || operator === '<&';
  if (isBetweenDescriptors && peek(cursor) === '-') {
    cursor.at += 1;
    if (!endsWord(peek(cursor))) refuse(cursor, 'a redirection to an invalid file descriptor');
    return NONE;
  }
  skipBlanks(cursor);
  const word = readWord(cursor, readSubstitution);
  if (!isBetweenDescriptors) {
    checkTarget(cursor, word);
    return { word, redirection: { kind: operator === '<' ? 'reads' : 'writes', target: word } };
  }
  if (!/^[012]$/.test(word.text) || !word.isBare) refuse(cursor, 'a redirection to an unusual file descriptor');
  return { word, redirection: null };
}

function readOperator(cursor: Cursor): (typeof OPERATORS)[number] | null {
  const isHere = (text: string): boolean => cursor.line.startsWith(text, cursor.at);
  const operator = OPERATORS.find(isHere);
  if (operator === undefined || REFUSED.some(isHere)) {
    refuse(cursor, 'it has a here-document or another unusual redirection');
    return null;
  }
  if (BASH_ONLY.has(operator) && cursor.dialect === 'posix') {
    refuse(cursor, `${operator} means something else in sh`);
    return null;
  }
  cursor.at += operator.length;
  return operator;
}

function checkTarget(cursor: Cursor, target: ShellWord): void {
  const isKnown = target.yields !== 'many' && target.isKnownFile;
  const isDescriptor = /^[0-9]+$/.test(target.text) && ['<', '>'].includes(peek(cursor));
  if (!isKnown || target.text === '' || isDescriptor)
    refuse(cursor, 'a redirection to a file that the line does not name');
  else if (NETWORK.test(target.text)) refuse(cursor, 'a redirection to the network');
}
