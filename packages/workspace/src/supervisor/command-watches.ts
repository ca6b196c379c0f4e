import { PromptWatch, type SilentCommand } from './prompt-watch.ts';
import { LONGEST_TIMER_MS, SilenceWatch } from './silence-watch.ts';

/** What to watch a command for. */
export interface WatchParts extends Omit<SilentCommand, 'silentMs'> {
  /** Null: never. */
  readonly timeoutMs: number | null;
  readonly inactivityTimeoutMs: number | null;
  readonly hasTerminal: boolean;
  readonly onLimit: (cause: 'timeout' | 'silence', limitMs: number) => void;
  readonly onWaiting: () => void;
}

/** The timers of a command: total time, silence, and waiting for input. */
export class CommandWatches {
  readonly #timeout: NodeJS.Timeout | undefined;
  readonly #silence: SilenceWatch | undefined;
  readonly #prompt: PromptWatch | undefined;

  constructor(parts: WatchParts) {
    const { timeoutMs, inactivityTimeoutMs, hasTerminal, onLimit } = parts;
    if (timeoutMs !== null) {
      const end = (): void => {
        onLimit('timeout', timeoutMs);
      };
      this.#timeout = setTimeout(end, Math.min(timeoutMs, LONGEST_TIMER_MS));
    }
    if (inactivityTimeoutMs !== null) {
      this.#silence = new SilenceWatch(inactivityTimeoutMs, () => {
        onLimit('silence', inactivityTimeoutMs);
      });
    }
    if (hasTerminal) this.#prompt = new PromptWatch(parts);
  }

  get isWaiting(): boolean {
    return this.#prompt?.isWaiting ?? false;
  }

  /** The command printed something or got input. */
  hear(): void {
    this.#silence?.hear();
    this.#prompt?.hear();
  }

  /** Turns the silence limit off. */
  allowSilence(): void {
    this.#silence?.stop();
  }

  stop(): void {
    clearTimeout(this.#timeout);
    this.#silence?.stop();
    this.#prompt?.stop();
  }
}
