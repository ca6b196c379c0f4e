import type { AgentEvent } from '@bowline/protocol';
import { toRuns } from '../paint/items/paint-items.ts';
import { emptyTranscript, stepTranscript, takeSettled } from '../transcript/reduce-transcript.ts';
import type { CallItem, TranscriptItem } from '../transcript/transcript.ts';

/** What one row of the expanded turn stands for: a thought, a text, or calls that share a row. */
export interface TurnEntry {
  readonly items: readonly TranscriptItem[];
  readonly isThought: boolean;
}

/** What no recorded event has yet, or ever. */
export interface BesideTurn {
  /** Items that may still change, with the text and the output so far. */
  readonly live: readonly TranscriptItem[];
  /** Shell commands of the user. */
  readonly shell: readonly CallItem[];
}

const NOTHING: BesideTurn = { live: [], shell: [] };

/** Reads what the agent did and the user ran since the user's last message. `beside` is asked last. */
export async function readTurn(
  events: AsyncIterable<AgentEvent>,
  beside: () => BesideTurn = () => NOTHING,
): Promise<readonly TurnEntry[]> {
  let transcript = emptyTranscript();
  let turn: TranscriptItem[] = [];
  for await (const event of events) {
    const [settled, rest] = takeSettled(stepTranscript(transcript, event));
    transcript = rest;
    for (const item of settled) {
      if (item.kind === 'rewound' || (item.kind === 'person' && !item.isQueued)) turn = [];
      turn.push(item);
    }
  }
  const { live, shell } = beside();
  const newest = new Map(live.map((item) => [item.id, item]));
  const known = new Set([...turn, ...transcript.live].map(identityOf));
  // A message that still streams is not recorded.
  const streamed = live.filter((item) => item.kind === 'agent' && !item.isWhole && !known.has(identityOf(item)));
  const items = [...turn, ...transcript.live.map((item) => newest.get(item.id) ?? item), ...streamed];
  return toEntries(withShell(items, shell));
}

/** Names an item in the same way while it streams and once it is recorded. */
export function identityOf(item: TranscriptItem): string {
  return item.kind === 'agent' ? item.messageId : item.id;
}

/** Puts the commands that the user ran since the first item where they belong in time. */
function withShell(items: readonly TranscriptItem[], shell: readonly CallItem[]): readonly TranscriptItem[] {
  const since = items[0]?.at ?? '';
  const own = shell.filter(({ at }) => at >= since);
  return own.reduce<readonly TranscriptItem[]>((all, call) => {
    const before = all.findLastIndex(({ at }) => at <= call.at) + 1;
    return [...all.slice(0, before), call, ...all.slice(before)];
  }, items);
}

/** The entries of a turn, oldest first. */
export function toEntries(items: readonly TranscriptItem[]): readonly TurnEntry[] {
  return toRuns(items).flatMap((run): readonly TurnEntry[] => {
    const [first] = run;
    if (first?.kind === 'call') return [{ items: run, isThought: false }];
    if (first?.kind !== 'agent') return [];
    return [
      ...(first.thoughts.length === 0 ? [] : [{ items: run, isThought: true }]),
      ...(first.text.trim() === '' ? [] : [{ items: run, isThought: false }]),
    ];
  });
}
