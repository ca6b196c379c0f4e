import type { NewRecord } from '@bowline/log';
import { plural } from '@bowline/protocol';
import type { TurnState } from './turn-state.ts';

/** What the user should know if a turn ends before its changes were decided. */
export function notePending({ pending = [] }: Pick<TurnState, 'pending'>): readonly NewRecord[] {
  if (pending.length === 0) return [];
  const text = `${plural(pending.length, 'change')} to files not applied yet: the next turn goes on with them and asks at its end; a rewind removes them`;
  return [{ type: 'notice', body: { level: 'info', code: 'CHANGES_PENDING', text } }];
}
