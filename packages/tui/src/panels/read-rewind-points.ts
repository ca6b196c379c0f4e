import type { AgentEvent } from '@bowline/protocol';
import { toText } from '@bowline/protocol/plain';

/** A message that the session can rewind to, and what followed it. */
export interface RewindPoint {
  /** The ID of its `message` event. */
  readonly eventId: string;
  readonly at: string;
  readonly text: string;
  readonly calls: number;
  /** Written files, each once. */
  readonly files: readonly string[];
  /** Messages sent while the agent worked on it. They are rewound with it. */
  readonly steering: number;
}

interface Found {
  eventId: string;
  at: string;
  text: string;
  seq: number;
  calls: number;
  files: Set<string>;
  steering: number;
}

/**
 * The user's messages in this session, oldest first, without those already rewound.
 * A rewind reverts a whole turn, so a message sent during a turn is part of it.
 */
export async function readRewindPoints(events: AsyncIterable<AgentEvent>): Promise<readonly RewindPoint[]> {
  const found: Found[] = [];
  const rewinds: { at: number; to: number }[] = [];
  let head = 0;
  for await (const event of events) {
    const seq = toSeq(event.id);
    head = Math.max(head, seq);
    if (event.type === 'rewound') rewinds.push({ at: seq, to: event.to });
    else if (
      event.type === 'message' &&
      event.role === 'user' &&
      event.isQueued !== true &&
      event.threadId === undefined
    )
      found.push(begin(event, seq));
    else note(event, found.at(-1));
  }
  const isVisible = toVisible(rewinds, head);
  return found
    .filter(({ seq }) => isVisible(seq))
    .map(({ seq: _, files, ...point }) => ({ ...point, files: [...files] }));
}

function begin({ id, at, content }: Extract<AgentEvent, { type: 'message' }>, seq: number): Found {
  return { eventId: id, at, text: toText(content), seq, calls: 0, files: new Set(), steering: 0 };
}

function note(event: AgentEvent, point: Found | undefined): void {
  if (point === undefined) return;
  if (event.type === 'message' && event.isQueued === true) point.steering += 1;
  if (event.type !== 'tool_request') return;
  point.calls += 1;
  const path = event.display?.type === 'diff' ? event.display.path : event.args['file_path'];
  if (event.effect === 'write' && typeof path === 'string') point.files.add(path);
}

/** The sequence number of an event's record, with which its ID begins. */
function toSeq(eventId: string): number {
  const seq = Number.parseInt(eventId, 10);
  return Number.isNaN(seq) ? 0 : seq;
}

/** The log is a tree in append order: a rewind starts a branch from record `to`. */
function toVisible(rewinds: readonly { at: number; to: number }[], head: number): (seq: number) => boolean {
  const ranges: { from: number; to: number }[] = [];
  let end = head;
  for (const { at, to } of rewinds.toReversed()) {
    if (at > end) continue;
    ranges.push({ from: at, to: end });
    end = to;
  }
  ranges.push({ from: 0, to: end });
  return (seq) => ranges.some(({ from, to }) => from <= seq && seq <= to);
}
