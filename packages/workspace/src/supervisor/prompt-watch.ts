import { looksLikePrompt } from './looks-like-prompt.ts';
import type { TerminalReading } from './reads-terminal.ts';
import { SilenceWatch } from './silence-watch.ts';

const LOOK_MS = 1000;
/** The silence required, by how certain we are. */
const CERTAIN_MS = 2000;
const LIKELY_MS = 4000;
/** It reads from its terminal but has printed no prompt. */
const WORDLESS_MS = 10_000;
/** The longer a command is silent, the less often it is checked. */
const PATIENCE = 1.3;

/** What is known about a silent command. */
export interface SilentCommand {
  readonly silentMs: number;
  readonly recent: () => string;
  readonly reading: () => TerminalReading;
}

/** Whether a command is waiting for input. */
export function isWaitingForInput({ silentMs, recent, reading }: SilentCommand): boolean {
  if (silentMs < CERTAIN_MS) return false;
  const isPrompt = looksLikePrompt(recent());
  if (!isPrompt && silentMs < WORDLESS_MS) return false;
  const reads = reading();
  return reads === 'yes' || (reads === 'perhaps' && isPrompt && silentMs >= LIKELY_MS);
}

/** Watches a command with a terminal and reports once that it waits for input, and again after it continued. */
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

  /** The command printed something or got input. */
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
