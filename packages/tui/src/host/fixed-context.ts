/** What every request of a session begins with, in tokens. Estimated. */
export interface FixedContext {
  /** The instruction and the declarations of tools. */
  readonly instruction: number;
  /** Context files such as AGENTS.md. */
  readonly memory: number;
  readonly memoryFiles: number;
  /** The size of the model's context window. */
  readonly window: number;
  /** The share of the window at which older messages are summarized. */
  readonly compressAt: number;
}
