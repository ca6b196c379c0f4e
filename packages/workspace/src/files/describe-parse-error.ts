import { printParseErrorCode, type ParseError } from 'jsonc-parser';

type Code = Exclude<ReturnType<typeof printParseErrorCode>, '<unknown ParseErrorCode>'>;

const words: Readonly<Record<Code, string>> = {
  InvalidSymbol: 'invalid value, or a string without double quotes',
  InvalidNumberFormat: 'invalid number',
  PropertyNameExpected: 'missing property name in double quotes',
  ValueExpected: 'missing value',
  ColonExpected: 'missing colon',
  CommaExpected: 'missing comma',
  CloseBraceExpected: 'missing }',
  CloseBracketExpected: 'missing ]',
  EndOfFileExpected: 'unexpected text after the end',
  InvalidCommentToken: 'comment not allowed here',
  UnexpectedEndOfComment: 'unterminated comment',
  UnexpectedEndOfString: 'missing quote',
  UnexpectedEndOfNumber: 'incomplete number',
  InvalidUnicode: '\\u needs four hexadecimal digits',
  InvalidEscapeCharacter: 'invalid escape sequence',
  InvalidCharacter: 'control character in a string',
};

/** A JSON syntax error in words. */
export function describeParseError({ error }: Pick<ParseError, 'error'>): string {
  const code = printParseErrorCode(error);
  return code === '<unknown ParseErrorCode>' ? 'invalid JSON' : words[code];
}
