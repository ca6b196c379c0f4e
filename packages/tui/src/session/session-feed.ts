import type { AgentEvent, AgentProtocol } from '@bowline/protocol';
import { SPINNER_MS } from '../paint/status/paint-spinner.ts';
import { emptyTranscript, stepTranscript, takeSettled } from '../transcript/reduce-transcript.ts';
import type { Transcript, TranscriptItem } from '../transcript/transcript.ts';
import { followSession } from './follow-session.ts';
import { createFramePacer } from '../terminal/frame-pacer.ts';

/** What is to be shown of a session since the last time. */
export interface FeedFrame {
  readonly transcript: Transcript;
  readonly settled: readonly TranscriptItem[];
  /** Of what was there before we came, how many parts are not among the settled. */
  readonly skipped: number;
  /** What happened just now and not before we came. */
  readonly isNews: boolean;
}

/** How much of an old session is shown; the rest is a line. */
const SHOWN = 100;

/** A session as frames: at most so many a second, none when nothing happens. */
export interface SessionFeed {
  /** Paints once more, because something else has changed. */
  readonly request: () => void;
  readonly close: () => void;
}

/** What is done with a session that is read. */
export interface FeedOptions {
  /** Before what was there already is shown, all at once and for good. */
  readonly prepare: (items: readonly TranscriptItem[]) => Promise<void>;
  readonly onFrame: (frame: FeedFrame) => void;
  /** Nothing moves by itself. */
  readonly isStill: boolean;
}

/** Reads a session from its beginning and follows it; resolves when all that was there is shown. */
export async function openFeed(agent: AgentProtocol, { prepare, onFrame, isStill }: FeedOptions): Promise<SessionFeed> {
  let transcript = emptyTranscript();
  let settled: TranscriptItem[] = [];
  let skipped = 0;
  let isCaughtUp = false;

  const paint = (): void => {
    const frame = { transcript, settled, skipped, isNews: isCaughtUp };
    settled = [];
    skipped = 0;
    onFrame(frame);
    if (!isStill && isMoving(transcript)) pacer.requestIn(SPINNER_MS);
  };
  const pacer = createFramePacer(paint);
  const take = (event: AgentEvent): void => {
    const [items, rest] = takeSettled(stepTranscript(transcript, event));
    transcript = rest;
    settled.push(...items);
    if (isCaughtUp) pacer.request();
    else if (settled.length > 2 * SHOWN) skipped += settled.splice(0, settled.length - SHOWN).length;
  };
  const leave = await followSession(agent, {
    onEvent: take,
    onCaughtUp: () => {
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

/** Something on the screen goes on by itself: a sign that turns, a time that runs. */
function isMoving({ stream, pending, live }: Transcript): boolean {
  if (stream === null) return false;
  return pending.length === 0 || live.some((item) => item.kind === 'call' && item.status === 'running');
}
