import type { AgentEvent, AgentProtocol } from '@bowline/protocol';

/** Receives the events of a session: first all recorded ones, then `onCaughtUp`, then new ones as they happen. */
export interface Follower {
  readonly onEvent: (event: AgentEvent) => void;
  readonly onCaughtUp: () => void;
}

/** The number of events after which other work gets a turn, so that the user can type while a long session is read. */
const BREATH = 500;

/**
 * Reads a session and follows it, without a gap or a repetition. Call the result to stop.
 * If the last event read was also received live, all live events up to it are repetitions. If not, none are.
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
