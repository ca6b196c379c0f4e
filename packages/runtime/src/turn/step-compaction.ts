import type { LogRecord } from '@bowline/log';
import type { CompactionState } from './turn-state.ts';

type CompactionRecord = Extract<
  LogRecord,
  { type: 'compaction_requested' | 'compaction_drafted' | 'compaction_rejected' | 'context_compacted' }
>;

/** How far the shortening has come after one more record. A summary that was drafted is checked, whoever goes on with it. */
export function stepCompaction(state: CompactionState, record: CompactionRecord): CompactionState {
  switch (record.type) {
    case 'compaction_requested':
      return { ...state, wanted: { focus: record.body.focus } };
    case 'compaction_drafted':
      return { ...state, draft: record.body };
    case 'compaction_rejected':
      return { wanted: null, draft: null, rejectedAt: record.body.tokens };
    case 'context_compacted':
      return { wanted: null, draft: null, rejectedAt: null };
    default:
      return state;
  }
}
