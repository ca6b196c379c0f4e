import type { CommandEnd, WorkspaceCommand } from '@bowline/workspace';

/** What happened first. */
export type CommandNews =
  | { readonly type: 'ended'; readonly end: CommandEnd }
  | { readonly type: 'waiting' }
  | { readonly type: 'aborted' }
  | { readonly type: 'elapsed' };

/** Waits until a command ends, prompts for input, or the wait is over. */
export async function waitForCommand(
  command: Pick<WorkspaceCommand, 'ended' | 'onWaiting'>,
  { signal, ms }: { readonly signal: AbortSignal; readonly ms: number | undefined },
): Promise<CommandNews> {
  const { promise, resolve } = Promise.withResolvers<CommandNews>();
  const onAbort = (): void => {
    resolve({ type: 'aborted' });
  };
  const elapse = (): void => {
    resolve({ type: 'elapsed' });
  };
  const timer = ms === undefined ? undefined : setTimeout(elapse, ms);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  command.onWaiting(() => {
    resolve({ type: 'waiting' });
  });
  void command.ended.then((end) => {
    resolve({ type: 'ended', end });
  });
  const news = await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  return news;
}
