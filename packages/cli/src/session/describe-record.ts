import { toAnswerText, type LogRecord } from '@bowline/log';
import { showInRow, toText, unreachable, type InputOutcome } from '@bowline/protocol';
import { recordTexts } from '../texts/session-texts.ts';

const LONGEST = 120;

/** A record of a session as a line of `bowline sessions show`; undefined for records that are not shown. */
// eslint-disable-next-line complexity, max-lines-per-function -- one case per type of record that is shown
export function describeRecord(record: LogRecord, sessionId: string): string | undefined {
  switch (record.type) {
    case 'session_started':
      return recordTexts.started(sessionId, record.body.workspace);
    case 'user_message':
    case 'steering_message':
      return recordTexts.you(toText(record.body.display ?? record.body.content));
    case 'model_answered': {
      const text = toAnswerText(record.body.content);
      return text === '' ? undefined : recordTexts.agent(text);
    }
    case 'model_selected':
      return recordTexts.model(record.body.model, record.body.strategy);
    case 'model_fell_back':
      return recordTexts.modelChanged(record.body.from, record.body.to, record.body.reason);
    case 'model_failed':
      return recordTexts.modelFailed(record.body.message, record.body.retryAt);
    case 'tool_requested':
      return recordTexts.call(record.body.name, JSON.stringify(record.body.args).slice(0, LONGEST));
    case 'tool_decided':
      return record.body.verdict === 'deny' ? recordTexts.callDenied(record.body.rule ?? '') : undefined;
    case 'input_requested':
      return recordTexts.asked(showInRow(record.body.request.title));
    case 'input_resolved':
      return recordTexts.answered(describeOutcome(record.body.outcome), record.body.by);
    case 'input_expired':
      return recordTexts.expired(record.body.reason);
    case 'tool_finished': {
      const { name, isError, content } = record.body;
      const [first = ''] = toText(content).split('\n');
      return (isError ? recordTexts.callFailed : recordTexts.callDone)(name, first.slice(0, LONGEST));
    }
    case 'tool_blocked':
      return recordTexts.callBlocked(
        record.body.walls.map(({ need, target }) => `${need} ${showInRow(target ?? '')}`.trim()).join(', '),
      );
    case 'tool_interrupted':
      return recordTexts.callInterrupted(record.body.name);
    case 'mode_changed':
      return recordTexts.mode(record.body.mode);
    case 'memory_loaded':
      return recordTexts.contextFiles(record.body.files.map(({ path }) => path).join(', '));
    case 'context_compacted':
      return recordTexts.summarized(record.body.through, record.body.tokensBefore, record.body.tokensAfter);
    case 'context_restored':
      return recordTexts.contextRestored(record.body.undone, record.body.tokens);
    case 'compaction_rejected':
      return recordTexts.notSummarized(record.body.reason);
    case 'loop_detected':
      return recordTexts.loop(record.body.detail);
    case 'stream_ended':
      return recordTexts.ended(record.body.reason);
    case 'session_moved':
      return recordTexts.movedTo(record.body.to);
    case 'session_arrived':
      return recordTexts.arrived(record.body.at);
    case 'rewound':
      return recordTexts.rewound(record.body.to);
    case 'files_restored':
      return recordTexts.filesRestored(record.body.changes.length, record.body.to);
    case 'input_previewed':
      return recordTexts.previewed(record.body.run?.preview.fileCount, record.body.problem);
    case 'session_forked':
    case 'stream_started':
    case 'utility_called':
    case 'tool_started':
    case 'files_changed':
    case 'changes_pending':
    case 'changes_decided':
    case 'files_saved':
    case 'restore_requested':
    case 'context_masked':
    case 'part_set_aside':
    case 'compaction_requested':
    case 'compaction_drafted':
    case 'title_changed':
    case 'model_requested':
    case 'hook_ran':
    case 'loop_checked':
    case 'limit_reached':
    case 'notice':
      return undefined;
    default:
      return unreachable(record);
  }
}

function describeOutcome(outcome: InputOutcome): string {
  const { outcomes } = recordTexts;
  switch (outcome.kind) {
    case 'confirmation':
      return outcome.outcome === 'denied' ? outcomes.denied(outcome.reason) : outcomes[outcome.outcome];
    case 'choice':
      return outcome.optionIds.join(', ');
    case 'text':
      return showInRow(outcome.text).slice(0, LONGEST);
    case 'credential':
      return outcomes.credential;
    case 'declined':
      return outcomes.declined;
    case 'expired':
      return outcomes.expired;
  }
}
