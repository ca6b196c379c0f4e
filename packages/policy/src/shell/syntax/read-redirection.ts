import { peek, refuse, type Cursor } from './cursor.ts';
import { endsWord, readWord, type ReadSubstitution } from './read-word.ts';
import type { ShellWord } from './shell-word.ts';
import { skipBlanks } from './skip-blanks.ts';
import type { Redirection } from './simple-command.ts';

/** Longest first, as the shell reads them. Other operators, such as `<<` and `<>`, are refused. */
const OPERATORS = ['&>>', '>>', '>|', '>&', '&>', '<&', '>', '<'] as const;
/** Refused operators, and operators that mean something else in other dialects. */
const REFUSED = ['<<', '<>', '<(', '>('] as const;
const BASH_ONLY = new Set(['&>>', '&>']);
/** For these files Bash itself connects to a host. */
const NETWORK = /\/dev\/+(?:tcp|udp)(?:\/|$)/i;

/** Whether a redirection begins here. A number before it is part of it. */
export function isAtRedirection(cursor: Cursor): boolean {
  const char = peek(cursor);
  if (char === '<' || char === '>') return true;
  return char === '&' && peek(cursor, 1) === '>';
}

/** A redirection in a line. `redirection` is null for one between file descriptors. */
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
