import { printParseErrorCode, type ParseError } from 'jsonc-parser';

type Code = Exclude<ReturnType<typeof printParseErrorCode>, '<unknown ParseErrorCode>'>;

const words: Readonly<Record<Code, string>> = {
  InvalidSymbol: 'a word is not in double quotes, or is no value',
  InvalidNumberFormat: 'a number is not written as JSON has it',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a } is missing',
  CloseBracketExpected: 'a ] is missing',
  EndOfFileExpected: 'something follows after the end',
  InvalidCommentToken: 'a comment is not allowed here',
  UnexpectedEndOfComment: 'a comment has no end',
  UnexpectedEndOfString: 'a quote is missing',
  UnexpectedEndOfNumber: 'a number has no end',
  InvalidUnicode: 'a \\u is not followed by four hexadecimal digits',
  InvalidEscapeCharacter: 'a backslash is followed by a character that it cannot escape',
  InvalidCharacter: 'a control character is in a text',
};

/** What is wrong with a JSON file, in words. */
export function describeParseError({ error }: Pick<ParseError, 'error'>): string {
  const code = printParseErrorCode(error);
  return code === '<unknown ParseErrorCode>' ? 'it is not JSON' : words[code];
}
