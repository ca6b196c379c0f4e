import { useEffect } from 'react';
import { unreachable } from '@bowline/protocol/plain';
import type { PathCompletions, TuiAbilities } from '../host/tui-host.ts';
import type { CompletionMenu } from './completion-menu.ts';
import type { CompletionTarget } from './completion.ts';

/** Long enough that a quickly typed word is requested once. */
const PAUSE = 30;

/** Requests completions for the current word once typing pauses, and cancels the previous request. */
export function useCompletions(
  menu: CompletionMenu | null,
  completePath: TuiAbilities['completePath'],
  onFound: (target: CompletionTarget, found: PathCompletions) => void,
): void {
  const target = menu === null || menu.isClosed || menu.target.kind === 'command' ? null : menu.target;
  useEffect(() => {
    if (target === null) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      // If listing fails, nothing is offered, and typing continues.
      ask(target, completePath, abort.signal).then(
        (found) => {
          if (!abort.signal.aborted) onFound(target, found);
        },
        () => {
          if (!abort.signal.aborted) onFound(target, toFound([]));
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
): Promise<PathCompletions> {
  switch (target.kind) {
    case 'path':
      return await completePath(target.typed, signal);
    case 'word':
      return toFound((await target.command.complete?.(target.words)) ?? []);
    case 'command':
      return toFound([]);
    default:
      return unreachable(target);
  }
}

function toFound(values: readonly string[]): PathCompletions {
  return { values, notes: {}, all: values.length };
}
