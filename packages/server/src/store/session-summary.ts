import { decodeRecord, sessionFold, type PlacedRecord, type SessionState, type SummarisedState } from '@bowline/log';

/** What is known of a session for lists, beside its log. */
export interface KnownSummary {
  readonly state: SessionState;
  /** False after a rewind: what the session was at its target must be read from the log again. */
  readonly isKnown: boolean;
}

/** Records that change what a list shows besides when; the bodies of others, long ones among them, are not looked at. */
const TELLING: ReadonlySet<string> = new Set([
  ...['session_started', 'session_forked', 'stream_started', 'stream_ended', 'user_message', 'title_changed'],
  ...['confirmation_requested', 'confirmation_resolved', 'confirmation_expired', 'rewound'],
  ...['session_moved', 'session_arrived'],
]);

/** A summary's text; when it was last changed is kept apart. */
export function encodeSummary({
  workspace,
  title,
  firstMessage,
  parent,
  createdAt,
  messages,
  activeStreamId,
  pending,
  movedTo,
}: SessionState): string {
  const known = { workspace, title, firstMessage, parent, createdAt, messages, activeStreamId, pending };
  return JSON.stringify({ ...known, movedTo });
}

/** Back to a state of which only what lists need is true. */
export function decodeSummary(text: string, updatedAt = ''): SessionState {
  const known = JSON.parse(text) as Omit<SummarisedState, 'updatedAt'>;
  return { ...sessionFold.initial, ...known, updatedAt };
}

/** The summary after more records. After a rewind, what is open and what is asked is right, and the rest is not known. */
export function stepSummary(known: KnownSummary, records: readonly PlacedRecord[]): KnownSummary {
  let { state, isKnown } = known;
  for (const record of records) {
    if (!TELLING.has(record.type)) continue;
    if (record.type === 'rewound') isKnown = false;
    state = sessionFold.step(state, decodeRecord(record, record.seq, record.hash));
  }
  const updatedAt = records.at(-1)?.at ?? state.updatedAt;
  return { state: { ...trim(state), updatedAt }, isKnown };
}

/** What lists do not need is not carried along. */
function trim(state: SessionState): SessionState {
  const { recent, openCalls, grants, memory } = sessionFold.initial;
  return { ...state, recent, openCalls, grants, memory };
}
