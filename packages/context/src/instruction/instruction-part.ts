/** One part of the system instruction. */
export interface InstructionPart {
  readonly name: string;
  /** Why it is sent, for users who want to know what costs tokens. */
  readonly why: string;
  readonly text: string;
}
