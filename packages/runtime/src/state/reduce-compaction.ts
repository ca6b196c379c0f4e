import { unreachable } from '@bowline/protocol';
import type { LogRecord } from '@bowline/log';
import type { CompactionState } from './turn-state.ts';

type CompactionRecord = Extract<
  LogRecord,
  {
    type:
      'compaction_requested' | 'compaction_drafted' | 'compaction_rejected' | 'context_compacted' | 'context_restored';
  }
>;

/** The compaction state after one more record. A drafted summary is checked, whichever process continues. */
export function reduceCompaction(state: CompactionState, record: CompactionRecord): CompactionState {
  switch (record.type) {
    case 'compaction_requested':
      return { ...state, wanted: { focus: record.body.focus } };
    case 'compaction_drafted':
      return { ...state, draft: { ...record.body, isWanted: state.wanted !== null } };
    case 'compaction_rejected':
      return { wanted: stillWanted(state), draft: null, rejectedAt: record.body.tokens };
    case 'context_compacted':
      return { wanted: stillWanted(state), draft: null, rejectedAt: null };
    case 'context_restored':
      // Not summarized again before it has grown.
      return { wanted: null, draft: null, rejectedAt: record.body.tokens };
    default:
      return unreachable(record);
  }
}

/** A request to compact that arrived while another summary was created is still open. */
function stillWanted({ wanted, draft }: CompactionState): CompactionState['wanted'] {
  return draft === null || draft.isWanted ? null : wanted;
}
