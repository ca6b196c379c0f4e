import type { AgentEvent } from '@bowline/protocol';
import { toRecordSeq, type BusMessage } from './told.ts';

/** How many live events wait for a record at most; past that they are given up, as the record says it all. */
const HELD_LIMIT = 4096;
const RETIRED_LIMIT = 16;

/** Where one who follows a session stands. A value: each step gives a new one. */
export interface FollowState {
  /** Every event up to this record was handed on. */
  readonly seq: number;
  /** The log is known to reach this far. */
  readonly known: number;
  /** Live events of records that are still to be read, as they came. */
  readonly held: readonly AgentEvent[];
  /** Whose live events count: the newest run. A worker that thaws after another has taken over is not listened to. */
  readonly by: string | null;
  readonly retired: readonly string[];
  /** The last live event that was handed on or held. */
  readonly live: LivePlace;
}

interface LivePlace {
  readonly seq: number;
  readonly n: number;
}

/** A step, and what is handed on because of it. */
export interface FollowStep {
  readonly state: FollowState;
  readonly passed: readonly AgentEvent[];
}

/** Begins after a record. */
export function startFollowing(seq: number): FollowState {
  return { seq, known: seq, held: [], by: null, retired: [], live: { seq, n: 0 } };
}

/** There are records to read before anything else can be handed on. */
export function isBehind({ known, seq }: FollowState): boolean {
  return known > seq;
}

/** Takes what was told: lost, late or twice, it never makes an event come out of order or again. */
export function hear(state: FollowState, told: BusMessage): FollowStep {
  if ('at' in told) return { state: { ...state, known: Math.max(state.known, told.at) }, passed: [] };
  const place = toPlace(told.live.id);
  if (place === undefined || state.retired.includes(told.by)) return { state, passed: [] };
  const heard = listenTo(state, told.by);
  // What came before a record that was read is said again by that record, in whole.
  if (place.seq < heard.seq || !isAfter(place, heard.live)) return { state: heard, passed: [] };
  if (place.seq === heard.seq) return { state: { ...heard, live: place }, passed: [told.live] };
  const held = heard.held.length < HELD_LIMIT ? [...heard.held, told.live] : [];
  return { state: { ...heard, known: Math.max(heard.known, place.seq), live: place, held }, passed: [] };
}

/** Takes that a record was read and handed on: live events that waited for it are next. */
export function passRecord(state: FollowState, seq: number): FollowStep {
  const passed = state.held.filter((event) => toRecordSeq(event.id) === seq);
  const held = state.held.filter((event) => (toRecordSeq(event.id) ?? 0) > seq);
  return { state: { ...state, seq, known: Math.max(state.known, seq), held }, passed };
}

/** Takes that the log ended before what was known of it: what was told of cannot be seen yet. */
export function passEnd(state: FollowState): FollowState {
  return { ...state, known: state.seq };
}

/** A new run begins to count its live events anew. */
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
