import type { AgentProtocol } from '@bowline/protocol';
import type { Workspace } from '@bowline/workspace';

/**
 * Stores the files of the workspace when the first message is sent, while the model thinks. The first command would
 * wait for it otherwise, for seconds in a large project. Not for an untrusted folder: no file there is opened before a
 * call is allowed.
 */
export function prepareHistory(agent: Pick<AgentProtocol, 'subscribe'>, { history }: Pick<Workspace, 'history'>): void {
  if (history === undefined) return;
  const leave = agent.subscribe(({ type }) => {
    if (type !== 'agent_start') return;
    leave();
    // If it fails, the first command reports it.
    history.checkpoint({ isBase: true, isAhead: true }).catch(() => undefined);
  });
}
