import { randomUUID } from 'node:crypto';
import type { AgentEvent, AgentProtocol } from '@bowline/protocol';
import type { EventBus } from '../bus/event-bus.ts';
import { toTold } from './told.ts';

/**
 * Publishes an agent's events on the bus: live events in full, saved ones as a hint to read the log. Call the result to
 * stop.
 */
export function publishEvents(agent: Pick<AgentProtocol, 'subscribe'>, bus: EventBus, topic: string): () => void {
  return agent.subscribe(createTeller(bus, topic));
}

/** Does the same for a caller that already receives the events. Create one per run of a worker. */
export function createTeller(bus: EventBus, topic: string): (event: AgentEvent) => void {
  const by = randomUUID();
  let hinted = 0;
  return (event) => {
    const told = toTold(by, event);
    if (told === undefined) return;
    if ('at' in told && told.at === hinted) return; // one hint per record, which may have several events
    if ('at' in told) hinted = told.at;
    void bus.publish(topic, JSON.stringify(told));
  };
}
