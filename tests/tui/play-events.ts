import type { AgentEvent } from '@bowline/protocol';
import type { PlayedEvent } from '@bowline/testkit';
import { emptyTranscript, stepTranscript } from '../../packages/tui/src/transcript/reduce-transcript.ts';
import type { Transcript, TranscriptItem } from '../../packages/tui/src/transcript/transcript.ts';

type Played<Type extends PlayedEvent['type']> = Extract<PlayedEvent, { type: Type }>;

/** An event, and how many seconds after the first one it comes. */
export type TimedEvent = readonly [number, PlayedEvent];

/** Gives each event an ID and its time. */
export function stampEvents(events: readonly TimedEvent[]): readonly AgentEvent[] {
  return events.map(([seconds, body], n): AgentEvent => ({
    ...body,
    id: `e${n}`,
    at: new Date(seconds * 1000).toISOString(),
    streamId: 's',
  }));
}

/** The transcript after events at given times. */
export function playAt(...events: readonly TimedEvent[]): Transcript {
  return stampEvents(events).reduce(stepTranscript, emptyTranscript());
}

/** The transcript after events that all come at once. */
export function playEvents(...bodies: readonly PlayedEvent[]): Transcript {
  return playAt(...bodies.map((body): TimedEvent => [0, body]));
}

/** The calls as `a`, everything else by its kind. */
export function nameItems(items: readonly TranscriptItem[]): readonly string[] {
  return items.map((item) => (item.kind === 'call' ? item.callId : item.kind));
}

/** The model requests a call. */
export function requests(callId: string, name: string): Played<'tool_request'> {
  return { type: 'tool_request', callId, name, args: {}, effect: 'read', executor: 'local' };
}

/** A call returns a result. */
export function responds(callId: string, name: string, isError = false): Played<'tool_response'> {
  return { type: 'tool_response', callId, name, content: [{ type: 'text', text: 'ok' }], isError };
}

/** A complete message of the agent. */
export function tells(messageId: string, text: string): Played<'message'> {
  return { type: 'message', role: 'agent', messageId, content: [{ type: 'text', text }] };
}
