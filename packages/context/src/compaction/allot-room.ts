import { shareRoom } from './share-room.ts';

/** The kind of a part of a transcript, which decides how much room it gets. */
export type Rank = 'earlier_summary' | 'person' | 'agent' | 'call' | 'result' | 'reading';

/** A part that needs room. */
export interface Claim {
  readonly rank: Rank;
  readonly size: number;
}

/** Maximum share of the room for an earlier summary. */
const SUMMARY_SHARE = 0.5;
/** Minimum share of the room for results, after the user's messages. */
const RESULTS_SHARE = 0.4;
/** Share of that for results that can be fetched again. */
const READING_SHARE = 0.2;

/** Allots room by importance. The sum never exceeds the room. */
export function allotRoom(claims: readonly Claim[], room: number): readonly number[] {
  const shares = claims.map(() => 0);
  let left = Math.max(0, room);
  const give = (rank: Rank, most: number): void => {
    const places = [...claims.keys()].filter((at) => claims[at]?.rank === rank);
    const sizes = places.map((at) => claims[at]?.size ?? 0);
    const parts = shareRoom(sizes, Math.min(left, most));
    for (const [n, at] of places.entries()) {
      shares[at] = parts[n] ?? 0;
      left -= parts[n] ?? 0;
    }
  };
  give('earlier_summary', left * SUMMARY_SHARE);
  const before = left;
  give('person', left);
  // A remainder from rounding is not used: no other part may be whole while a user message is cut.
  if (before - left < needOf(claims, 'person')) left = 0;
  const reserved = Math.min(needOf(claims, 'result', 'reading'), left * RESULTS_SHARE);
  give('agent', left - reserved);
  give('call', left - reserved);
  give('result', left - Math.min(needOf(claims, 'reading'), left * READING_SHARE));
  give('reading', left);
  return shares;
}

function needOf(claims: readonly Claim[], ...ranks: readonly Rank[]): number {
  return claims.reduce((sum, { rank, size }) => (ranks.includes(rank) ? sum + size : sum), 0);
}
