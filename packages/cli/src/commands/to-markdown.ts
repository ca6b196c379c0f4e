import { isVisible, toVisibleRanges, type LogRecord, type SessionReader } from '@bowline/log';
import { toText, type ContentPart, type JsonObject } from '@bowline/protocol';

/** A session as somebody would read it: what counts of it, in Markdown. */
export async function* toMarkdown(reader: SessionReader): AsyncIterable<string> {
  const visible = toVisibleRanges(await reader.rewinds(), reader.head.seq);
  for await (const record of reader.read({ to: reader.head.seq })) {
    if (!isVisible(visible, record.seq)) continue;
    const text = describe(record);
    if (text !== undefined) yield `${text}\n\n`;
  }
}

function describe(record: LogRecord): string | undefined {
  switch (record.type) {
    case 'session_started':
      return `# Session ${record.body.sessionId}\n\n${record.at.slice(0, 10)}, in \`${record.body.workspace}\``;
    case 'user_message':
    case 'steering_message':
      return `## You\n\n${toShown(record.body.display ?? record.body.content)}`;
    case 'model_answered':
      return toAnswer(record.body.content);
    case 'tool_requested':
      return `**${record.body.name}**\n\n${fence(JSON.stringify(record.body.args, null, 2), 'json')}`;
    case 'tool_finished':
      return `${record.body.isError ? 'failed' : 'done'}:\n\n${fence(toText(record.body.content))}`;
    case 'tool_interrupted':
      return `interrupted: ${record.body.reason}`;
    case 'context_compacted':
      return `*The session so far was summarised.*`;
    default:
      return undefined;
  }
}

function toAnswer(content: JsonObject): string | undefined {
  const { parts = [] } = content as { parts?: { text?: string; thought?: boolean }[] };
  const text = parts.map(({ text: said = '', thought }) => (thought === true ? '' : said)).join('');
  return text.trim() === '' ? undefined : `## Agent\n\n${text.trim()}`;
}

function toShown(parts: readonly ContentPart[]): string {
  const attached = parts.flatMap((part) => (part.type === 'media' ? [`*(${part.name ?? part.mimeType})*`] : []));
  return [toText(parts), ...attached].join('\n\n');
}

/** No text ends the fence that it is in. */
function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}
