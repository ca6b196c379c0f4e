import type { AgentError } from '@bowline/protocol';
import { Projection, type LogOwner, type NewRecord, type SessionStore } from '@bowline/log';
import { turnFold, type TurnState } from '@bowline/runtime';
import { refuse } from './apply-entry.ts';
import type { RunParts } from './run-session.ts';

/**
 * Ends what cannot continue: waiting clients get the reason and an open stream gets its end, so that nothing waits or
 * retries forever. The session itself stays as it is; the next message may succeed.
 */
export async function giveUp(
  sessionId: string,
  { store, inbox, onSettled }: Pick<RunParts, 'store' | 'inbox' | 'onSettled'>,
  { error, owner }: { readonly error: AgentError; readonly owner: LogOwner },
): Promise<void> {
  for (const { messageId, waitedMs } of await inbox.waiting(sessionId)) {
    await inbox.settle(sessionId, messageId, refuse(error));
    onSettled(messageId, waitedMs);
  }
  await endStream(store, sessionId, { error, owner });
}

async function endStream(
  store: SessionStore,
  sessionId: string,
  { error, owner }: { readonly error: AgentError; readonly owner: LogOwner },
): Promise<void> {
  const log = await store.open(sessionId, { owner, takeover: true });
  try {
    const { state } = await Projection.open(log, turnFold);
    if (state.streamId !== null) await log.append(toEnd(state, state.streamId, error));
  } finally {
    await log.close();
  }
}

/** The outcome of calls without a result is unknown. */
function toEnd({ batch }: TurnState, streamId: string, { code }: AgentError): readonly NewRecord[] {
  const open = batch.filter(({ isFinished }) => !isFinished);
  const reason =
    'The session could not be gone on with. Whether the call took effect is unknown: look before you repeat it.';
  return [
    ...open.map(({ callId, name }): NewRecord => ({
      type: 'tool_interrupted',
      streamId,
      body: { callId, name, reason },
    })),
    {
      type: 'stream_ended',
      streamId,
      body: { reason: 'failed', message: `the turn failed again and again (${code}) and was given up` },
    },
  ];
}
