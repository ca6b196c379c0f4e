import { useEffect } from 'react';
import { unreachable } from '@bowline/protocol/plain';
import type { TuiAbilities } from '../host/tui-host.ts';
import type { CompletionMenu } from './completion-menu.ts';
import type { CompletionTarget } from './completion.ts';

/** Long enough that a quickly typed word is requested once. */
const PAUSE = 30;

/** Requests completions for the current word once typing pauses, and cancels the previous request. */
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
      // If listing fails, nothing is offered, and typing continues.
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
