import type { BackgroundTask, BackgroundTasks } from '../host/background-tasks.ts';

const NONE: BackgroundTasks = { list: async () => [], read: async () => '', stop: async () => undefined };

/** The background commands of whichever session is open. */
export class TaskWatch implements BackgroundTasks {
  readonly #source: () => BackgroundTasks | undefined;
  readonly #onRunning: (running: readonly BackgroundTask[]) => void;

  constructor(source: () => BackgroundTasks | undefined, onRunning: (running: readonly BackgroundTask[]) => void) {
    this.#source = source;
    this.#onRunning = onRunning;
  }

  readonly list = async (): Promise<readonly BackgroundTask[]> => await this.#tasks.list();

  readonly read = async (id: string): Promise<string> => await this.#tasks.read(id);

  readonly stop = async (id: string): Promise<void> => {
    await this.#tasks.stop(id);
  };

  /** Reads which ones run. */
  async running(): Promise<readonly BackgroundTask[]> {
    const running = (await this.list()).filter(({ isRunning }) => isRunning);
    this.#onRunning(running);
    return running;
  }

  get #tasks(): BackgroundTasks {
    return this.#source() ?? NONE;
  }
}
