import { useEffect } from 'react';
import { unreachable } from '@bowline/protocol/plain';
import type { TuiAbilities } from '../host/tui-host.ts';
import type { CompletionMenu } from './completion-menu.ts';
import type { CompletionTarget } from './completion.ts';

/** Long enough that a word typed at once is asked for once. */
const PAUSE = 30;

/** Asks for what a word may become, once typing pauses; what was asked before is no longer waited for. */
export function useCompletions(
  menu: CompletionMenu | null,
  completePath: TuiAbilities['completePath'],
  onFound: (target: CompletionTarget, values: readonly string[]) => void,
): void {
  const target = menu === null || menu.isClosed || menu.target.kind === 'command' ? null : menu.target;
  useEffect(() => {
    if (target === null) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      // What cannot be listed is not offered; typing goes on without it.
      ask(target, completePath, abort.signal).then(
        (values) => {
          if (!abort.signal.aborted) onFound(target, values);
        },
        () => {
          if (!abort.signal.aborted) onFound(target, []);
        },
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [target]);
}

async function ask(
  target: CompletionTarget,
  completePath: TuiAbilities['completePath'],
  signal: AbortSignal,
): Promise<readonly string[]> {
  switch (target.kind) {
    case 'path':
      return await completePath(target.typed, signal);
    case 'word':
      return (await target.command.complete?.(target.words)) ?? [];
    case 'command':
      return [];
    default:
      return unreachable(target);
  }
}
