/** A line that is being typed: what it is for, its text, and the cursor as an offset into it. */
export interface TypedLine {
  readonly label: string;
  readonly text: string;
  readonly cursor: number;
}
