import type { Part } from '@google/genai';
import type { ContentPart } from '@bowline/protocol';
import type { LogRecord } from '@bowline/log';

type Body<Type extends LogRecord['type']> = Extract<LogRecord, { type: Type }>['body'];

/** Converts a part from a user or a tool for the model. */
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

/** The result of a call: its response, then the parts that a response cannot contain. */
export function toResponse({ callId, name, content, isError }: Body<'tool_finished'>): Part[] {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const media = content.filter((part) => part.type === 'media' || part.type === 'reference').map(toPart);
  return [{ functionResponse: { id: callId, name, response: isError ? { error: text } : { output: text } } }, ...media];
}

export function toInterruption({ callId, name, reason }: Body<'tool_interrupted'>): Part[] {
  return [{ functionResponse: { id: callId, name, response: { error: reason } } }];
}

/**
 * Responses to calls that will never be answered because the session was moved. Providers require one for each call.
 */
export function toAbandoned(callId: string, name: string): Part[] {
  return [{ functionResponse: { id: callId, name, response: { error: 'abandoned' } } }];
}
