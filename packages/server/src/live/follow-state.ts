import type { AgentEvent } from '@bowline/protocol';
import { toRecordSeq, type BusMessage } from './told.ts';

/**
 * Maximum number of live events held for a record. Beyond it they are dropped, since the record contains everything.
 */
const HELD_LIMIT = 4096;
const RETIRED_LIMIT = 16;

/** The state of a follower of a session. Immutable: each step returns a new state. */
export interface FollowState {
  /** All events up to this record were emitted. */
  readonly seq: number;
  /** The last record that the log is known to have. */
  readonly known: number;
  /** Live events whose record was not read yet, in order of arrival. */
  readonly held: readonly AgentEvent[];
  /** The newest run, whose live events are accepted. A worker that thaws after another has taken over is ignored. */
  readonly by: string | null;
  readonly retired: readonly string[];
  /** The last live event that was emitted or held. */
  readonly live: LivePlace;
}

interface LivePlace {
  readonly seq: number;
  readonly n: number;
}

/** The new state, and the events to emit. */
export interface FollowStep {
  readonly state: FollowState;
  readonly passed: readonly AgentEvent[];
}

/** The state after a record. */
export function startFollowing(seq: number): FollowState {
  return { seq, known: seq, held: [], by: null, retired: [], live: { seq, n: 0 } };
}

/** Whether there are records to read before anything else can be emitted. */
export function isBehind({ known, seq }: FollowState): boolean {
  return known > seq;
}

/** Processes a message. Lost, late or duplicate messages never make events appear twice or out of order. */
export function hear(state: FollowState, told: BusMessage): FollowStep {
  if ('at' in told) return { state: { ...state, known: Math.max(state.known, told.at) }, passed: [] };
  const place = toPlace(told.live.id);
  if (place === undefined || state.retired.includes(told.by)) return { state, passed: [] };
  const heard = listenTo(state, told.by);
  // A record that was read contains everything that its earlier live events said.
  if (place.seq < heard.seq || !isAfter(place, heard.live)) return { state: heard, passed: [] };
  if (place.seq === heard.seq) return { state: { ...heard, live: place }, passed: [told.live] };
  const held = heard.held.length < HELD_LIMIT ? [...heard.held, told.live] : [];
  return { state: { ...heard, known: Math.max(heard.known, place.seq), live: place, held }, passed: [] };
}

/** The step after a record was read and emitted: emits the live events that were held for it. */
export function passRecord(state: FollowState, seq: number): FollowStep {
  const passed = state.held.filter((event) => toRecordSeq(event.id) === seq);
  const held = state.held.filter((event) => (toRecordSeq(event.id) ?? 0) > seq);
  return { state: { ...state, seq, known: Math.max(state.known, seq), held }, passed };
}

/** The state after the log ended earlier than announced: the announced records are not visible yet. */
export function passEnd(state: FollowState): FollowState {
  return { ...state, known: state.seq };
}

/** A new run numbers its live events from the start. */
function listenTo(state: FollowState, by: string): FollowState {
  if (state.by === by) return state;
  const retired = state.by === null ? state.retired : [...state.retired.slice(1 - RETIRED_LIMIT), state.by];
  return { ...state, by, retired, live: { seq: 0, n: 0 } };
}

function isAfter(place: LivePlace, last: LivePlace): boolean {
  return place.seq === last.seq ? place.n > last.n : place.seq > last.seq;
}

function toPlace(liveId: string): LivePlace | undefined {
  const seq = toRecordSeq(liveId);
  const n = Number(liveId.slice(liveId.indexOf('~') + 1));
  return seq === undefined || !Number.isSafeInteger(n) ? undefined : { seq, n };
}
