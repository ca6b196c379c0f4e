import type { AgentEvent } from '@bowline/protocol';
import { toRuns } from '../paint/items/paint-items.ts';
import { emptyTranscript, stepTranscript, takeSettled } from '../transcript/reduce-transcript.ts';
import type { TranscriptItem } from '../transcript/transcript.ts';

/** What one row of the expanded turn stands for: a thought, a text, or calls that share a row. */
export interface TurnEntry {
  readonly items: readonly TranscriptItem[];
  readonly isThought: boolean;
}

/** Reads what the agent did since the user's last message. */
export async function readTurn(events: AsyncIterable<AgentEvent>): Promise<readonly TurnEntry[]> {
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
  return toEntries([...turn, ...transcript.live]);
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
