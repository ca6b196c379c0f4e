/** One thing that every implementation must do, with where it was demanded. */
export interface Requirement {
  readonly id: string;
  readonly sentence: string;
  readonly source: string;
}

const contract = (n: number): string => `the contract, guarantee ${n}`;

/** What every `AgentProtocol` must do. A test cites each id; one that no test cites fails the suite. */
export const agentRequirements = [
  {
    id: 'send-before-start',
    sentence: 'send resolves with the stream id before subscribers receive agent_start of that stream',
    source: contract(1),
  },
  {
    id: 'send-validates',
    sentence: 'a malformed send is refused with SEND_INVALID and changes nothing',
    source: contract(1),
  },
  { id: 'steering', sentence: 'a message sent while a stream is open joins that stream', source: contract(1) },
  {
    id: 'stable-ids',
    sentence: 'replay gives the same ids, order and bodies as live, live-only events aside',
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
  { id: 'failure-ends', sentence: 'a failing turn ends with an error and agent_end failed', source: contract(3) },
  { id: 'one-response', sentence: 'every tool_request gets exactly one tool_response', source: contract(4) },
  {
    id: 'response-after-abort',
    sentence: 'a call that was running when the stream was aborted still gets its response',
    source: contract(4),
  },
  {
    id: 'abort',
    sentence: 'abort is acknowledged at once and agent_end aborted follows within 200 ms',
    source: contract(5),
  },
  { id: 'abort-idle', sentence: 'abort with no open stream does nothing', source: contract(5) },
  {
    id: 'usable-after-abort',
    sentence: 'after an abort history keeps what happened and the next message is answered',
    source: contract(5),
  },
  {
    id: 'throwing-subscriber',
    sentence: 'a subscriber that throws stops neither the turn nor the other subscribers',
    source: contract(6),
  },
  {
    id: 'slow-reader',
    sentence: 'a reader that lags past its inbox still gets every kept event once, in order',
    source: contract(6),
  },
  { id: 'unknown-stream', sentence: 'an unknown stream id is an error, never a wait', source: contract(7) },
  { id: 'unknown-event', sentence: 'an unknown event id is an error, never a wait', source: contract(7) },
  {
    id: 'reattach-any-event',
    sentence: 'reading on from any event of a stream gives exactly what follows it there',
    source: contract(7),
  },
  {
    id: 'reattach-open',
    sentence: 'stream with nothing given attaches to the open stream, or else to the next',
    source: contract(7),
  },
  { id: 'valid-events', sentence: 'every event is a member of the closed union', source: contract(8) },
  {
    id: 'input-pair',
    sentence: 'a question is an input_request, its answer one input_response, and the call goes on by it',
    source: contract(8),
  },
  { id: 'input-once', sentence: 'an answer to an unknown or answered question is UNKNOWN_INPUT', source: contract(8) },
  {
    id: 'status',
    sentence: 'status names the open stream, the pending questions, mode, model and title',
    source: contract(8),
  },
] as const satisfies readonly Requirement[];

export type AgentRequirementId = (typeof agentRequirements)[number]['id'];

const design = 'design, stores';

/** What every `SessionStore` must do. G1 to G11 are the store's published guarantees; those of one store only are with it. */
export const storeRequirements = [
  { id: 'round-trip', sentence: 'what is appended is read back, gap-free from 1, to the letter', source: 'G3' },
  {
    id: 'survives-reopen',
    sentence: 'what was acknowledged is there after the session is closed and opened again',
    source: 'G1',
  },
  { id: 'atomic', sentence: 'records appended together are all there or none', source: 'G2' },
  { id: 'chain', sentence: 'every record is chained to the one before by its hash', source: 'G3' },
  { id: 'order', sentence: 'appends made at once keep the order in which they were made', source: 'G3' },
  { id: 'one-writer', sentence: 'a second writer is refused and told who holds the session', source: 'G4' },
  { id: 'fencing', sentence: 'after a takeover the earlier writer can append nothing, and hears so', source: 'G4' },
  { id: 'readers', sentence: 'readers read while a writer writes', source: 'G4' },
  {
    id: 'condition',
    sentence: 'an append on condition of the last record is refused when the log has moved on',
    source: design,
  },
  { id: 'validation', sentence: 'a record that is not well-formed is refused and nothing is written', source: design },
  {
    id: 'rewind',
    sentence: 'a rewind hides what follows its target, and a rewind of it brings that back',
    source: 'G7',
  },
  {
    id: 'rewind-target',
    sentence: 'a rewind to a record that is not there is an error and changes nothing',
    source: 'G7',
  },
  { id: 'tail', sentence: 'a tail gives what is there and then what comes, each once, in order', source: design },
  {
    id: 'find',
    sentence: 'a record is found by its id and a stream by its own, and nothing by a wrong one',
    source: design,
  },
  {
    id: 'snapshots',
    sentence: 'a snapshot is used only on the path and for the version it was taken on',
    source: 'G2',
  },
  { id: 'fold', sentence: 'folding from a snapshot gives what folding from the first record gives', source: 'G2' },
  { id: 'fork', sentence: 'a fork is the session up to a record, to the letter, and then its own', source: design },
  { id: 'restore', sentence: 'a copy whose chain does not hold leaves nothing behind', source: design },
  {
    id: 'moved',
    sentence: 'a session that was moved away can be read and not written, and comes back only as what it was and more',
    source: design,
  },
  { id: 'lifecycle', sentence: 'opening what is not there, or creating what is, is an error', source: design },
  {
    id: 'index',
    sentence: 'sessions are listed newest first, found by id, by its beginning or as latest, and deleted',
    source: design,
  },
  { id: 'verify', sentence: 'verify proves a sound log and counts it', source: 'G3' },
] as const satisfies readonly Requirement[];

export type StoreRequirementId = (typeof storeRequirements)[number]['id'];
