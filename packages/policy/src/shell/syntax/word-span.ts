/** Where a word stands in a line and what it is there. Two ways of reading a line must agree on all of these. */
export interface WordSpan {
  readonly role: 'program' | 'word' | 'assignment';
  readonly start: number;
  readonly end: number;
}
