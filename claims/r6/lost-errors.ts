/** Uncaught errors, each of which would have ended the process. */
export interface LostErrors {
  readonly list: readonly string[];
  stop(): void;
}

/** Catches uncaught errors from now on. */
export function watchLostErrors(): LostErrors {
  const list: string[] = [];
  const note = (thrown: unknown): void => {
    list.push(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown));
  };
  process.on('unhandledRejection', note).on('uncaughtException', note);
  return {
    list,
    stop: () => {
      process.off('unhandledRejection', note).off('uncaughtException', note);
    },
  };
}
