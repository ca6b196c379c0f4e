import type { Part } from '@google/genai';
import type { ContentPart } from '@bowline/protocol';
import type { LogRecord } from '@bowline/log';

type Body<Type extends LogRecord['type']> = Extract<LogRecord, { type: Type }>['body'];

/** A part as a person or a tool gave it, as the model takes it. */
export function toPart(part: ContentPart): Part {
  switch (part.type) {
    case 'text':
      return { text: part.text };
    case 'thought':
      return { text: part.text, thought: true };
    case 'media':
      return { inlineData: { mimeType: part.mimeType, data: part.data } };
    case 'reference':
      return { fileData: { fileUri: part.uri, ...(part.mimeType === undefined ? {} : { mimeType: part.mimeType }) } };
  }
}

/** What a call gave: its response, then what cannot stand in one. */
export function toResponse({ callId, name, content, isError }: Body<'tool_finished'>): Part[] {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const media = content.filter((part) => part.type === 'media' || part.type === 'reference').map(toPart);
  return [{ functionResponse: { id: callId, name, response: isError ? { error: text } : { output: text } } }, ...media];
}

export function toInterruption({ callId, name, reason }: Body<'tool_interrupted'>): Part[] {
  return [{ functionResponse: { id: callId, name, response: { error: reason } } }];
}

/** Calls that will never be answered, because the session went elsewhere: a provider wants an answer to each all the same. */
export function toAbandoned(callId: string, name: string): Part[] {
  return [{ functionResponse: { id: callId, name, response: { error: 'abandoned' } } }];
}
