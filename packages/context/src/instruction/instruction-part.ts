/** One part of what a model is told before anything else. */
export interface InstructionPart {
  readonly name: string;
  /** Why it is sent, for whoever wonders what the tokens are spent on. */
  readonly why: string;
  readonly text: string;
}
