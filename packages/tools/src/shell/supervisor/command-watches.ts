import { PromptWatch, type SilentCommand } from './prompt-watch.ts';
import { LONGEST_TIMER_MS, SilenceWatch } from './silence-watch.ts';

/** What a command is watched for. */
export interface WatchParts extends Omit<SilentCommand, 'silentMs'> {
  /** Null is never. */
  readonly timeoutMs: number | null;
  readonly silenceMs: number | null;
  readonly hasTerminal: boolean;
  readonly onLimit: (cause: 'timeout' | 'silence', limitMs: number) => void;
  readonly onWaiting: () => void;
}

/** The clocks of a command: how long it runs, how long it is silent, and whether it waits for somebody to type. */
export class CommandWatches {
  readonly #timeout: NodeJS.Timeout | undefined;
  readonly #silence: SilenceWatch | undefined;
  readonly #prompt: PromptWatch | undefined;

  constructor(parts: WatchParts) {
    const { timeoutMs, silenceMs, hasTerminal, onLimit } = parts;
    if (timeoutMs !== null) {
      const end = (): void => {
        onLimit('timeout', timeoutMs);
      };
      this.#timeout = setTimeout(end, Math.min(timeoutMs, LONGEST_TIMER_MS));
    }
    if (silenceMs !== null) {
      this.#silence = new SilenceWatch(silenceMs, () => {
        onLimit('silence', silenceMs);
      });
    }
    if (hasTerminal) this.#prompt = new PromptWatch(parts);
  }

  get isWaiting(): boolean {
    return this.#prompt?.isWaiting ?? false;
  }

  /** It printed something, or something was typed. */
  hear(): void {
    this.#silence?.hear();
    this.#prompt?.hear();
  }

  /** From now on it may be silent for as long as it likes. */
  allowSilence(): void {
    this.#silence?.stop();
  }

  stop(): void {
    clearTimeout(this.#timeout);
    this.#silence?.stop();
    this.#prompt?.stop();
  }
}
