import {
  isVisible,
  toAnswerText,
  toVisibleRanges,
  type AnswerPart,
  type LogRecord,
  type SessionReader,
} from '@bowline/log';
import { toText, unreachable, type ContentPart } from '@bowline/protocol';
import { markdownTexts } from '../texts/session-texts.ts';

/** A session as Markdown, without what was rewound. */
export async function* toMarkdown(reader: SessionReader): AsyncIterable<string> {
  const visible = toVisibleRanges(await reader.rewinds(), reader.head.seq);
  for await (const record of reader.read({ to: reader.head.seq })) {
    if (!isVisible(visible, record.seq)) continue;
    const text = describe(record, reader.sessionId);
    if (text !== undefined) yield `${text}\n\n`;
  }
}

// eslint-disable-next-line complexity -- one line per type of record
function describe(record: LogRecord, sessionId: string): string | undefined {
  switch (record.type) {
    case 'session_started':
      return `# ${markdownTexts.title(sessionId)}\n\n${markdownTexts.place(record.at.slice(0, 10), record.body.workspace)}`;
    case 'user_message':
    case 'steering_message':
      return `## ${markdownTexts.you}\n\n${toShown(record.body.display ?? record.body.content)}`;
    case 'model_answered':
      return toAnswer(record.body.content);
    case 'tool_requested':
      return `**${record.body.name}**\n\n${fence(JSON.stringify(record.body.args, null, 2), 'json')}`;
    case 'tool_finished':
      return `${record.body.isError ? markdownTexts.failed : markdownTexts.done}\n\n${fence(toText(record.body.content))}`;
    case 'tool_interrupted':
      return markdownTexts.interrupted(record.body.reason);
    case 'context_compacted':
      return markdownTexts.summarized;
    case 'session_forked':
    case 'session_moved':
    case 'session_arrived':
    case 'stream_started':
    case 'stream_ended':
    case 'model_selected':
    case 'model_failed':
    case 'model_fell_back':
    case 'utility_called':
    case 'tool_decided':
    case 'input_requested':
    case 'input_previewed':
    case 'input_resolved':
    case 'input_expired':
    case 'tool_started':
    case 'tool_blocked':
    case 'context_masked':
    case 'part_set_aside':
    case 'compaction_requested':
    case 'compaction_drafted':
    case 'compaction_rejected':
    case 'context_restored':
    case 'memory_loaded':
    case 'mode_changed':
    case 'title_changed':
    case 'model_requested':
    case 'hook_ran':
    case 'loop_detected':
    case 'loop_checked':
    case 'limit_reached':
    case 'notice':
    case 'files_changed':
    case 'changes_pending':
    case 'changes_decided':
    case 'files_saved':
    case 'restore_requested':
    case 'files_restored':
    case 'rewound':
      return undefined;
    default:
      return unreachable(record);
  }
}

function toAnswer(content: readonly AnswerPart[]): string | undefined {
  const text = toAnswerText(content).trim();
  return text === '' ? undefined : `## ${markdownTexts.agent}\n\n${text}`;
}

function toShown(parts: readonly ContentPart[]): string {
  const attached = parts.flatMap((part) => (part.type === 'media' ? [`*(${part.name ?? part.mimeType})*`] : []));
  return [toText(parts), ...attached].join('\n\n');
}

/** A code fence that is longer than any in the text. */
function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}
