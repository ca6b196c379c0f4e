import type { AgentEvent, AgentProtocol } from '@bowline/protocol';
import { emptyTranscript, stepTranscript, takeSettled } from '../transcript/reduce-transcript.ts';
import type { Transcript, TranscriptItem } from '../transcript/transcript.ts';
import { seqOf, toVisible, type Rewind } from '../transcript/visible-events.ts';
import { followSession } from './follow-session.ts';
import { createFramePacer } from '../terminal/frame-pacer.ts';

/** What to show of a session since the last frame. */
export interface FeedFrame {
  readonly transcript: Transcript;
  readonly settled: readonly TranscriptItem[];
  /** The number of items from before this process started following that are not among the settled ones. */
  readonly skipped: number;
  /** This happened after the session was caught up. */
  readonly isNews: boolean;
}

/** The number of items shown of an existing session. One line reports the rest. */
const SHOWN = 100;

/** Shows a session as frames, at a limited rate and only on changes. */
export interface SessionFeed {
  /** Requests a frame because something else has changed. */
  readonly request: () => void;
  readonly close: () => void;
}

/** How to show a session. */
export interface FeedOptions {
  /** Called before the existing items are printed, which happens all at once and only once. */
  readonly prepare: (items: readonly TranscriptItem[]) => Promise<void>;
  readonly onFrame: (frame: FeedFrame) => void;
  /** How often something that moves is painted, in milliseconds. Null: only on changes. */
  readonly motionMs: number | null;
}

/** Reads a session from its beginning and follows it. Resolves when all existing items are shown. */
export async function openFeed(
  agent: AgentProtocol,
  { prepare, onFrame, motionMs }: FeedOptions,
): Promise<SessionFeed> {
  let transcript = emptyTranscript();
  let settled: TranscriptItem[] = [];
  let skipped = 0;
  let isCaughtUp = false;
  const rewinds: Rewind[] = [];
  let head = 0;

  const paint = (): void => {
    const frame = { transcript, settled, skipped, isNews: isCaughtUp };
    settled = [];
    skipped = 0;
    onFrame(frame);
    if (motionMs !== null && isMoving(transcript)) pacer.requestIn(motionMs);
  };
  const pacer = createFramePacer(paint);
  const take = (event: AgentEvent): void => {
    head = Math.max(head, seqOf(event.id));
    if (event.type === 'rewound') rewinds.push({ at: seqOf(event.id), to: event.to });
    const [items, rest] = takeSettled(stepTranscript(transcript, event));
    transcript = rest;
    settled.push(...items);
    if (isCaughtUp) pacer.request();
    else if (settled.length > 2 * SHOWN) skipped += settled.splice(0, settled.length - SHOWN).length;
  };
  const leave = await followSession(agent, {
    onEvent: take,
    onCaughtUp: () => {
      // What was rewound is no longer part of the conversation.
      const isVisible = toVisible(rewinds, head);
      settled = settled.filter(({ id }) => isVisible(seqOf(id)));
      skipped += settled.splice(0, Math.max(0, settled.length - SHOWN)).length;
    },
  });
  await prepare(settled);
  paint();
  isCaughtUp = true;
  return {
    request: pacer.request,
    close: () => {
      leave();
      pacer.stop();
    },
  };
}

/** Something on the screen changes over time: a spinner or a duration. */
function isMoving({ stream, pending, live }: Transcript): boolean {
  if (stream === null) return false;
  return pending.length === 0 || live.some((item) => item.kind === 'call' && item.status === 'running');
}
