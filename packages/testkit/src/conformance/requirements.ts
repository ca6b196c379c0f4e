/** A requirement for every implementation, with its source. */
export interface Requirement {
  readonly id: string;
  readonly sentence: string;
  readonly source: string;
}

const contract = (n: number): string => `the contract, guarantee ${n}`;

/** The requirements for every `AgentProtocol`. A test cites each id; an id without a test fails the suite. */
export const agentRequirements = [
  {
    id: 'send-before-start',
    sentence: 'send resolves with the stream id before subscribers receive agent_start of that stream',
    source: contract(1),
  },
  {
    id: 'send-validates',
    sentence: 'a malformed send is rejected with SEND_INVALID and changes nothing',
    source: contract(1),
  },
  { id: 'steering', sentence: 'a message sent while a stream is open joins that stream', source: contract(1) },
  {
    id: 'stable-ids',
    sentence: 'replay returns the same ids, order and bodies as live events, except live-only ones',
    source: contract(2),
  },
  { id: 'unique-ids', sentence: 'no two events of a session share an id', source: contract(2) },
  { id: 'deltas-add-up', sentence: 'the deltas of a message add up to the message', source: contract(2) },
  { id: 'initialize-first', sentence: 'initialize is the first event of a session, once', source: contract(3) },
  {
    id: 'start-and-end',
    sentence: 'agent_start is the first event of a stream and agent_end the last, each once',
    source: contract(3),
  },
  { id: 'failure-ends', sentence: 'a failing turn ends with an error and agent_end (failed)', source: contract(3) },
  { id: 'one-response', sentence: 'every tool_request gets exactly one tool_response', source: contract(4) },
  {
    id: 'response-after-abort',
    sentence: 'a call that was running when the stream was aborted still gets its response',
    source: contract(4),
  },
  {
    id: 'abort',
    sentence: 'abort returns at once and agent_end with reason aborted follows within 200 ms',
    source: contract(5),
  },
  { id: 'abort-idle', sentence: 'abort with no open stream does nothing', source: contract(5) },
  {
    id: 'usable-after-abort',
    sentence: 'after an abort the history is kept and the next message is answered',
    source: contract(5),
  },
  {
    id: 'throwing-subscriber',
    sentence: 'a subscriber that throws stops neither the turn nor the other subscribers',
    source: contract(6),
  },
  {
    id: 'slow-reader',
    sentence: 'a reader whose inbox overflows still gets every stored event once, in order',
    source: contract(6),
  },
  { id: 'unknown-stream', sentence: 'an unknown stream id is an error, never a wait', source: contract(7) },
  { id: 'unknown-event', sentence: 'an unknown event id is an error, never a wait', source: contract(7) },
  {
    id: 'reattach-any-event',
    sentence: 'reading from any event of a stream returns exactly the events after it',
    source: contract(7),
  },
  {
    id: 'reattach-open',
    sentence: 'stream without arguments attaches to the open stream, or else to the next',
    source: contract(7),
  },
  { id: 'valid-events', sentence: 'every event is a member of the closed union', source: contract(8) },
  {
    id: 'input-pair',
    sentence: 'a question is an input_request, its answer is one input_response, and the call continues with it',
    source: contract(8),
  },
  { id: 'input-once', sentence: 'an answer to an unknown or answered question is UNKNOWN_INPUT', source: contract(8) },
  {
    id: 'status',
    sentence: 'status returns the open stream, the pending questions, mode, model and title',
    source: contract(8),
  },
] as const satisfies readonly Requirement[];

export type AgentRequirementId = (typeof agentRequirements)[number]['id'];

const design = 'design, stores';

/**
 * The requirements for every `SessionStore`. G1 to G11 are the published guarantees; those of a single store are tested
 * with that store.
 */
export const storeRequirements = [
  { id: 'round-trip', sentence: 'appended records are read back unchanged, from 1 without gaps', source: 'G3' },
  {
    id: 'survives-reopen',
    sentence: 'acknowledged records are there after the session is closed and opened again',
    source: 'G1',
  },
  { id: 'atomic', sentence: 'records appended together are all stored or none', source: 'G2' },
  { id: 'chain', sentence: 'every record is chained to the previous one by its hash', source: 'G3' },
  { id: 'order', sentence: 'concurrent appends keep their order', source: 'G3' },
  { id: 'one-writer', sentence: 'a second writer is rejected with the holder of the session', source: 'G4' },
  { id: 'fencing', sentence: 'after a takeover appends of the earlier writer fail with an error', source: 'G4' },
  { id: 'readers', sentence: 'readers can read while a writer appends', source: 'G4' },
  {
    id: 'condition',
    sentence: 'an append that requires a last record is rejected if the log has a later one',
    source: design,
  },
  { id: 'validation', sentence: 'a malformed record is rejected and nothing is written', source: design },
  {
    id: 'rewind',
    sentence: 'a rewind hides the records after its target, and undoing it restores them',
    source: 'G7',
  },
  {
    id: 'rewind-target',
    sentence: 'a rewind to a missing record is an error and changes nothing',
    source: 'G7',
  },
  { id: 'tail', sentence: 'a tail returns existing records and then new ones, each once, in order', source: design },
  {
    id: 'find',
    sentence: 'a record and a stream are found by their ids, and an unknown id finds nothing',
    source: design,
  },
  {
    id: 'snapshots',
    sentence: 'a snapshot is used only for the path and version that it was taken for',
    source: 'G2',
  },
  { id: 'fold', sentence: 'folding from a snapshot or from the first record gives the same state', source: 'G2' },
  { id: 'fork', sentence: 'a fork has the same records up to a point and then its own', source: design },
  { id: 'restore', sentence: 'a copy with a broken chain leaves nothing behind', source: design },
  {
    id: 'moved',
    sentence: 'a session that was moved away is read-only, and returns only with the same records and more',
    source: design,
  },
  { id: 'lifecycle', sentence: 'opening a missing session or creating an existing one is an error', source: design },
  {
    id: 'index',
    sentence: 'sessions are listed newest first, found by id, by prefix or as latest, and deleted',
    source: design,
  },
  {
    id: 'artifacts',
    sentence: 'a saved text is found under a name that depends on nothing else, by the sessions that have it alone',
    source: design,
  },
  {
    id: 'artifacts-shared',
    sentence: 'a fork keeps the texts of its session, and the last session that has a text takes it with it',
    source: design,
  },
  {
    id: 'artifacts-moved',
    sentence: 'an export has the texts of a session, and one that is damaged is rejected completely',
    source: design,
  },
  { id: 'verify', sentence: 'verify accepts a sound log and counts its records', source: 'G3' },
] as const satisfies readonly Requirement[];

export type StoreRequirementId = (typeof storeRequirements)[number]['id'];
