import type { CommandEnd, HostCommand } from '../tool-host.ts';

/** What is kept for a listener that has not come yet. */
const MAX_EARLY = 64 * 1024;

/** A command as we follow it from here: what it prints reaches its listeners, its end resolves once. */
export class FollowedCommand implements HostCommand {
  pid: number | null = null;
  readonly ended: Promise<CommandEnd>;
  readonly kill: () => Promise<void>;
  readonly #settle: (end: CommandEnd) => void;
  readonly #listeners: ((text: string) => void)[] = [];
  #early = '';

  constructor(kill: () => Promise<void>) {
    const { promise, resolve } = Promise.withResolvers<CommandEnd>();
    this.kill = kill;
    this.ended = promise;
    this.#settle = resolve;
  }

  readonly onOutput = (listener: (text: string) => void): void => {
    this.#listeners.push(listener);
    if (this.#early !== '') listener(this.#early);
    this.#early = '';
  };

  hear(text: string): void {
    if (this.#listeners.length === 0) this.#early = (this.#early + text).slice(-MAX_EARLY);
    for (const listener of this.#listeners) listener(text);
  }

  settle(end: CommandEnd): void {
    this.#settle(end);
  }
}
