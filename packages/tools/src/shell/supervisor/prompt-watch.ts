import { looksLikePrompt } from './looks-like-prompt.ts';
import type { TerminalReading } from './reads-terminal.ts';
import { SilenceWatch } from './silence-watch.ts';

const LOOK_MS = 1000;
/** How long a command must have been silent, by how sure we are. */
const CERTAIN_MS = 2000;
const LIKELY_MS = 4000;
/** It reads from its terminal, and has asked nothing. */
const WORDLESS_MS = 10_000;
/** One that has long been silent is looked at less and less. */
const PATIENCE = 1.3;

/** What is known of a command that is silent. */
export interface SilentCommand {
  readonly silentMs: number;
  readonly recent: () => string;
  readonly reading: () => TerminalReading;
}

/** Whether it waits for somebody to type. */
export function isWaitingForInput({ silentMs, recent, reading }: SilentCommand): boolean {
  if (silentMs < CERTAIN_MS) return false;
  const isPrompt = looksLikePrompt(recent());
  if (!isPrompt && silentMs < WORDLESS_MS) return false;
  const reads = reading();
  return reads === 'yes' || (reads === 'perhaps' && isPrompt && silentMs >= LIKELY_MS);
}

/** Watches a command with a terminal, and tells once that it waits for somebody to type; again when it has gone on. */
export class PromptWatch {
  readonly #watch: SilenceWatch;
  #isWaiting = false;
  #nextMs = 0;

  constructor(parts: Omit<SilentCommand, 'silentMs'> & { readonly onWaiting: () => void }) {
    this.#watch = new SilenceWatch(LOOK_MS, (silentMs) => {
      if (this.#isWaiting || silentMs < this.#nextMs) return;
      this.#nextMs = silentMs < WORDLESS_MS ? 0 : silentMs * PATIENCE;
      this.#isWaiting = isWaitingForInput({ ...parts, silentMs });
      if (this.#isWaiting) parts.onWaiting();
    });
  }

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** It printed something, or something was typed. */
  hear(): void {
    this.#isWaiting = false;
    this.#nextMs = 0;
    this.#watch.hear();
  }

  stop(): void {
    this.#isWaiting = false;
    this.#watch.stop();
  }
}
