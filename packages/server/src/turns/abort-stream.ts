import { AgentError, type AgentProtocol } from '@bowline/protocol';
import { isLiveError } from './is-unkept.ts';

/**
 * Aborts the open stream and waits for its end, which the log keeps: an abort that is acknowledged before that would be
 * forgotten with this worker, and the next one would go on with the turn. Throws when the end cannot be kept here.
 */
export async function abortStream(agent: AgentProtocol, signal: AbortSignal): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const finish = (): void => {
    resolve(undefined);
  };
  const silence = agent.subscribe((event) => {
    if (event.type === 'agent_end' || isLiveError(event)) finish();
  });
  signal.addEventListener('abort', finish);
  try {
    if (signal.aborted) finish();
    const { activeStreamId } = await agent.status();
    if (activeStreamId === null) return;
    await agent.abort();
    await ended;
    if ((await agent.status()).activeStreamId !== activeStreamId) return;
    throw new AgentError('STORE_FAILED', 'the turn could not be ended here', { retryable: true });
  } finally {
    silence();
    signal.removeEventListener('abort', finish);
  }
}
