import type { BackgroundTask, BackgroundTasks } from '../host/background-tasks.ts';

const NONE: BackgroundTasks = { list: async () => [], read: async () => '', stop: async () => undefined };

/** How often it is looked whether commands have ended. */
const AGAIN_MS = 5000;

/** The background commands of whichever session is open. */
export class TaskWatch implements BackgroundTasks {
  readonly #source: () => BackgroundTasks | undefined;
  readonly #onRunning: (running: readonly BackgroundTask[]) => void;
  #again: NodeJS.Timeout | undefined;

  constructor(source: () => BackgroundTasks | undefined, onRunning: (running: readonly BackgroundTask[]) => void) {
    this.#source = source;
    this.#onRunning = onRunning;
  }

  readonly list = async (): Promise<readonly BackgroundTask[]> => {
    const tasks = await this.#tasks.list();
    const running = tasks.filter(({ isRunning }) => isRunning);
    this.#onRunning(running);
    clearTimeout(this.#again);
    if (running.length > 0) this.#again = setTimeout(() => void this.list().catch(() => undefined), AGAIN_MS).unref();
    return tasks;
  };

  readonly read = async (id: string): Promise<string> => await this.#tasks.read(id);

  readonly stop = async (id: string): Promise<void> => {
    await this.#tasks.stop(id);
  };

  /** Reads which ones run. */
  async running(): Promise<readonly BackgroundTask[]> {
    return (await this.list()).filter(({ isRunning }) => isRunning);
  }

  get #tasks(): BackgroundTasks {
    return this.#source() ?? NONE;
  }
}
