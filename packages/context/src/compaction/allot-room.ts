import { shareRoom } from './share-room.ts';

/** What something in a transcript is, for how much room it is worth. */
export type Rank = 'earlier_summary' | 'person' | 'agent' | 'call' | 'result' | 'reading';

/** Something that wants room. */
export interface Claim {
  readonly rank: Rank;
  readonly size: number;
}

/** Share of the room beyond which an earlier summary is cut. */
const SUMMARY_SHARE = 0.5;
/** Share of the room that results get at least, after what the person said. */
const RESULTS_SHARE = 0.4;
/** Share of that which goes to results that can be had again. */
const READING_SHARE = 0.2;

/** How much room each gets, what matters most first; together never more than there is. */
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
  // What rounding leaves over is nobody's: no other part is whole while one of theirs is cut.
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
