import { randomUUID } from 'node:crypto';
import type { AgentEvent, AgentProtocol } from '@bowline/protocol';
import type { EventBus } from '../bus/event-bus.ts';
import { toTold } from './told.ts';

/** Tells on the bus what an agent does: live events as they are, kept ones as a hint to read the log. Call the result to stop. */
export function publishEvents(agent: Pick<AgentProtocol, 'subscribe'>, bus: EventBus, topic: string): () => void {
  return agent.subscribe(createTeller(bus, topic));
}

/** The same for one who hears the events already. A teller is for one run of one worker. */
export function createTeller(bus: EventBus, topic: string): (event: AgentEvent) => void {
  const by = randomUUID();
  let hinted = 0;
  return (event) => {
    const told = toTold(by, event);
    if (told === undefined) return;
    if ('at' in told && told.at === hinted) return; // a record of several events is one hint
    if ('at' in told) hinted = told.at;
    void bus.publish(topic, JSON.stringify(told));
  };
}
