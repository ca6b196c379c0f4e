/** The position and role of a word in a line. Two parsers must agree on all of these. */
export interface WordSpan {
  readonly role: 'program' | 'word' | 'assignment';
  readonly start: number;
  readonly end: number;
}
