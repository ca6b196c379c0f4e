import { isDeepStrictEqual } from 'node:util';
import { toAgentEvents } from '@bowline/runtime';
import type { AgentEvent } from '@bowline/protocol';
import type { HeardList, SessionEvidence } from './chaos-evidence.ts';

/** The events that clients received, compared with the log. */
export interface ListenerFindings {
  clients: number;
  /** How often clients cut their connection or left on purpose. */
  cuts: number;
  heard: number;
  /** Durable events that a client never received, received again, out of order or altered, or that are in no log. */
  missed: number;
  heardAgain: number;
  outOfOrder: number;
  altered: number;
  invented: number;
  readonly problems: string[];
}

/** The total number of faults. */
export function listenerFaultsOf({ missed, heardAgain, outOfOrder, altered, invented }: ListenerFindings): number {
  return missed + heardAgain + outOfOrder + altered + invented;
}

export function createListenerFindings(): ListenerFindings {
  const counts = { clients: 0, cuts: 0, heard: 0 };
  return { ...counts, missed: 0, heardAgain: 0, outOfOrder: 0, altered: 0, invented: 0, problems: [] };
}

/** Compares the events of every client with the log. */
export function checkListeners(sessions: readonly SessionEvidence[]): ListenerFindings {
  const findings = createListenerFindings();
  for (const { sessionId, records, listeners } of sessions) {
    // As serialized for the wire: without undefined values.
    const kept = JSON.parse(
      JSON.stringify(records.flatMap((record) => toAgentEvents(record, sessionId))),
    ) as AgentEvent[];
    for (const listener of listeners) checkListener(`${sessionId} ${listener.kind}`, { kept, listener }, findings);
  }
  return findings;
}

function checkListener(
  name: string,
  { kept, listener }: { readonly kept: readonly AgentEvent[]; readonly listener: HeardList },
  findings: ListenerFindings,
): void {
  const { heard, cuts } = listener;
  findings.clients += 1;
  findings.cuts += cuts;
  findings.heard += heard.length;
  const fault = (kind: 'missed' | 'heardAgain' | 'outOfOrder' | 'altered' | 'invented', id: string): void => {
    findings[kind] += 1;
    findings.problems.push(`${name}: ${id} was ${kind}`);
  };
  const places = new Map(kept.map((event, n) => [event.id, { event, n }]));
  const seen = new Set<string>();
  let latest = -1;
  for (const event of heard) {
    const place = places.get(event.id);
    if (seen.has(event.id)) fault('heardAgain', event.id);
    else if (place === undefined) fault('invented', event.id);
    else if (place.n < latest) fault('outOfOrder', event.id);
    if (place !== undefined && !isDeepStrictEqual(place.event, event)) fault('altered', event.id);
    seen.add(event.id);
    latest = Math.max(latest, place?.n ?? -1);
  }
  for (const { id } of kept) if (!seen.has(id)) fault('missed', id);
}
