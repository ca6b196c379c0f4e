import { AgentError } from '@bowline/protocol';
import type { SessionState } from '../records/session-state.ts';
import type { SessionSummary } from '../session-log.ts';

/** The part of a session's state that a list needs. */
export type SummarisedState = Pick<
  SessionState,
  | 'workspace'
  | 'title'
  | 'firstMessage'
  | 'parent'
  | 'createdAt'
  | 'updatedAt'
  | 'messages'
  | 'activeStreamId'
  | 'pending'
  | 'movedTo'
>;

/** Creates the list entry of a session. */
export function toSummary(sessionId: string, state: SummarisedState, records: number): SessionSummary {
  const { workspace, title, firstMessage, parent, createdAt, updatedAt, messages, activeStreamId } = state;
  const { pending, movedTo } = state;
  return {
    ...{ sessionId, workspace, title, firstMessage, parent, createdAt, updatedAt, messages, records },
    isOpen: activeStreamId !== null,
    pending: pending.length,
    movedTo,
    damage: null,
  };
}

/** Creates the list entry of a session that cannot be read. */
export function toDamagedSummary(sessionId: string, updatedAt: string, damage: string): SessionSummary {
  const empty = { workspace: '', title: null, firstMessage: null, parent: null, messages: 0, records: 0 };
  return { ...empty, sessionId, createdAt: updatedAt, updatedAt, isOpen: false, pending: 0, damage };
}

/** Picks a session from a list that is sorted newest first: `latest`, or an unambiguous prefix of an id. */
export function pickSummary(summaries: readonly SessionSummary[], wanted: string): SessionSummary | undefined {
  if (wanted === 'latest') return summaries.find((summary) => summary.damage === null) ?? summaries[0];
  const matches = summaries.filter((summary) => summary.sessionId.startsWith(wanted));
  if (matches.length < 2) return matches[0];
  throw new AgentError('SESSION_NOT_FOUND', `${matches.length} sessions start with ${wanted}`, {
    hint: `Use more of the id: ${matches
      .slice(0, 3)
      .map((match) => match.sessionId)
      .join(', ')}`,
  });
}
