import {
  decodeRecord,
  sessionFold,
  toCurrentType,
  type PlacedRecord,
  type RecordType,
  type SessionState,
  type SummarisedState,
} from '@bowline/log';

/** The state of a session as far as lists need it. */
export interface KnownSummary {
  readonly state: SessionState;
  /** False after a rewind: the state at its target must be read from the log again. */
  readonly isKnown: boolean;
}

/**
 * Whether a record type changes the summary, apart from its time. The bodies of other records, which can be long, are
 * not parsed.
 */
const IN_SUMMARY: Readonly<Record<RecordType, boolean>> = {
  session_started: true,
  session_forked: true,
  session_moved: true,
  session_arrived: true,
  stream_started: true,
  stream_ended: true,
  user_message: true,
  steering_message: false,
  model_selected: false,
  model_answered: false,
  model_failed: false,
  model_fell_back: false,
  utility_called: false,
  tool_requested: false,
  tool_decided: false,
  input_requested: true,
  input_previewed: true,
  input_resolved: true,
  input_expired: true,
  tool_started: false,
  tool_finished: false,
  tool_blocked: false,
  tool_interrupted: false,
  files_changed: false,
  changes_pending: false,
  changes_decided: false,
  files_saved: false,
  restore_requested: false,
  files_restored: false,
  context_masked: false,
  part_set_aside: false,
  compaction_requested: false,
  compaction_drafted: false,
  context_compacted: false,
  context_restored: false,
  compaction_rejected: false,
  memory_loaded: false,
  mode_changed: false,
  title_changed: true,
  model_requested: false,
  hook_ran: false,
  loop_detected: false,
  loop_checked: false,
  limit_reached: false,
  notice: false,
  rewound: true,
};

/** Encodes a summary, without the time of its last change, which has its own column. */
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

/** Decodes a summary. Only the fields that lists need are correct in the result. */
export function decodeSummary(text: string, updatedAt = ''): SessionState {
  const known = JSON.parse(text) as Omit<SummarisedState, 'updatedAt'>;
  return { ...sessionFold.initial, ...known, updatedAt };
}

/** Updates the summary with more records. After a rewind, only the open stream and pending approvals are correct. */
export function reduceSummary(known: KnownSummary, records: readonly PlacedRecord[]): KnownSummary {
  let { state, isKnown } = known;
  for (const record of records) {
    if (!isInSummary(toCurrentType(record.type))) continue;
    if (record.type === 'rewound') isKnown = false;
    state = sessionFold.reduce(state, decodeRecord(record, record.seq, record.hash));
  }
  const updatedAt = records.at(-1)?.at ?? state.updatedAt;
  return { state: { ...trim(state), updatedAt }, isKnown };
}

function isInSummary(type: string): boolean {
  return (IN_SUMMARY as Readonly<Record<string, boolean>>)[type] === true;
}

/** Drops the parts that lists do not need. */
function trim(state: SessionState): SessionState {
  const { recent, openCalls, grants, memory } = sessionFold.initial;
  return { ...state, recent, openCalls, grants, memory };
}
