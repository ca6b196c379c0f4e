import type { CommandEnd, WorkspaceCommand } from '../workspace.ts';

/** Output kept for a listener that has not subscribed yet. */
const MAX_EARLY = 64 * 1024;

/** The actions of a followed command. */
export interface CommandActions {
  readonly write: (text: string) => Promise<boolean>;
  readonly kill: () => Promise<void>;
  readonly leave: () => Promise<boolean>;
}

/** A command followed from this process: listeners get its output, and its end resolves once. */
export class FollowedCommand implements WorkspaceCommand {
  pid: number | null = null;
  hasTerminal = false;
  readonly ended: Promise<CommandEnd>;
  readonly kill: () => Promise<void>;
  readonly #actions: CommandActions;
  readonly #settle: (end: CommandEnd) => void;
  /** The number of listeners. The command goes to the background when the last one leaves. */
  #joined = 0;
  readonly #output: ((text: string) => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #early = { text: '', isWaiting: false };

  constructor(actions: CommandActions) {
    const { promise, resolve } = Promise.withResolvers<CommandEnd>();
    this.#actions = actions;
    this.kill = actions.kill;
    this.ended = promise;
    this.#settle = resolve;
  }

  /** Only its end matters here. */
  get isLeft(): boolean {
    return this.#joined === 0;
  }

  readonly onOutput = (listener: (text: string) => void): void => {
    this.#output.push(listener);
    if (this.#early.text !== '') listener(this.#early.text);
    this.#early.text = '';
  };

  readonly onWaiting = (listener: () => void): void => {
    this.#waiting.push(listener);
    if (this.#early.isWaiting) listener();
    this.#early.isWaiting = false;
  };

  readonly write = async (text: string): Promise<boolean> => {
    // This is the input that it waited for.
    this.#early.isWaiting = false;
    return await this.#actions.write(text);
  };

  readonly leave = async (): Promise<boolean> => {
    this.#joined = Math.max(0, this.#joined - 1);
    if (this.#joined > 0) return true;
    this.#output.length = 0;
    this.#waiting.length = 0;
    return await this.#actions.leave();
  };

  /** Adds a listener. */
  join(): void {
    this.#joined += 1;
  }

  hear(text: string): void {
    if (this.isLeft) return;
    if (this.#output.length === 0) this.#early.text = (this.#early.text + text).slice(-MAX_EARLY);
    for (const listener of this.#output) listener(text);
  }

  wait(): void {
    if (this.isLeft) return;
    if (this.#waiting.length === 0) this.#early.isWaiting = true;
    for (const listener of this.#waiting) listener();
  }

  settle(end: CommandEnd): void {
    this.#settle(end);
  }
}
