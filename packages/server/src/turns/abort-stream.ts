import { AgentError, type AgentProtocol } from '@bowline/protocol';
import { isLiveError } from './is-unkept.ts';

/**
 * Aborts the open stream and waits until its end is in the log. An abort that is acknowledged earlier would be lost
 * with this worker, and the next one would continue the turn. Throws if the end cannot be saved here.
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
    throw new AgentError('STORE_FAILED', 'The turn could not be ended on this worker', { retryable: true });
  } finally {
    silence();
    signal.removeEventListener('abort', finish);
  }
}
