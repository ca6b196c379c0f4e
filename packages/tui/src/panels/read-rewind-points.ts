import type { AgentEvent } from '@bowline/protocol';
import { toText } from '@bowline/protocol/plain';
import { seqOf, toVisible, type Rewind } from '../transcript/visible-events.ts';

/** A message that the session can rewind to, and what followed it. */
export interface RewindPoint {
  /** The ID of its `message` event. */
  readonly eventId: string;
  readonly at: string;
  readonly text: string;
  readonly calls: number;
  /** Written files, each once. */
  readonly files: readonly string[];
  /** It was sent while the agent worked: the beginning of the turn stays. */
  readonly isQueued: boolean;
}

interface Found {
  eventId: string;
  at: string;
  text: string;
  seq: number;
  calls: number;
  files: Set<string>;
  isQueued: boolean;
}

/**
 * The user's messages in this session, oldest first, without those already rewound.
 */
export async function readRewindPoints(events: AsyncIterable<AgentEvent>): Promise<readonly RewindPoint[]> {
  const found: Found[] = [];
  const rewinds: Rewind[] = [];
  let head = 0;
  for await (const event of events) {
    const seq = seqOf(event.id);
    head = Math.max(head, seq);
    if (event.type === 'rewound') rewinds.push({ at: seq, to: event.to });
    else if (event.type === 'message' && event.role === 'user' && event.threadId === undefined)
      found.push(begin(event, seq));
    else note(event, found.at(-1));
  }
  const isVisible = toVisible(rewinds, head);
  return found
    .filter(({ seq }) => isVisible(seq))
    .map(({ seq: _, files, ...point }) => ({ ...point, files: [...files] }));
}

function begin({ id, at, content, isQueued = false }: Extract<AgentEvent, { type: 'message' }>, seq: number): Found {
  return { eventId: id, at, text: toText(content), seq, calls: 0, files: new Set(), isQueued };
}

function note(event: AgentEvent, point: Found | undefined): void {
  if (point === undefined) return;
  if (event.type !== 'tool_request') return;
  point.calls += 1;
  const path = event.display?.type === 'diff' ? event.display.path : event.args['file_path'];
  if (event.effect === 'write' && typeof path === 'string') point.files.add(path);
}
