import type { AgentEvent, AgentProtocol } from '@bowline/protocol';

/** Who hears of a session: all that is kept of it first, then that this was all, then everything as it happens. */
export interface Follower {
  readonly onEvent: (event: AgentEvent) => void;
  readonly onCaughtUp: () => void;
}

/** After so many events others get their turn: keys are typed while a long session is read. */
const BREATH = 500;

/**
 * Reads a session and stays with it, without a gap and without a repetition; the function given back leaves it.
 * If the last event that was read was heard too, everything heard up to it is a repetition; if it was not, nothing is.
 */
export async function followSession(agent: AgentProtocol, follower: Follower): Promise<() => void> {
  let heard: AgentEvent[] | null = [];
  const leave = agent.subscribe((event) => {
    if (heard === null) follower.onEvent(event);
    else heard.push(event);
  });
  try {
    let lastRead: string | null = null;
    let count = 0;
    for await (const event of agent.events()) {
      follower.onEvent(event);
      lastRead = event.id;
      count += 1;
      if (count % BREATH === 0) await breathe();
    }
    const repeated = heard.findLastIndex(({ id }) => id === lastRead) + 1;
    for (const event of heard.slice(repeated)) follower.onEvent(event);
    heard = null;
    follower.onCaughtUp();
    return leave;
  } catch (thrown) {
    leave();
    throw thrown;
  }
}

function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
