import type { Part } from '@google/genai';
import type { AnswerPart } from '@bowline/log';
import { unreachable } from '@bowline/protocol';

/**
 * Converts a part of an answer for the model, with everything its provider added. Empty for a part that is not sent
 * back.
 */
export function toGeminiPart(part: AnswerPart): Part[] {
  switch (part.type) {
    case 'text':
      return [{ text: part.text, ...signatureOf(part), ...part.provider }];
    case 'reasoning':
      return [{ text: part.text, thought: true, ...signatureOf(part), ...part.provider }];
    case 'call': {
      const { functionCall: more, ...rest } = (part.provider ?? {}) as Part;
      const { callId: id, name, args } = part;
      const call = { ...(id === undefined ? {} : { id }), name, ...(args === undefined ? {} : { args }), ...more };
      return [{ functionCall: call, ...signatureOf(part), ...rest }];
    }
    case 'media':
      return [toMedia(part)];
    case 'other':
      return [part.provider];
    case 'citation':
      return [];
    default:
      return unreachable(part);
  }
}

function signatureOf({ signature }: { readonly signature?: string | undefined }): Part {
  return signature === undefined ? {} : { thoughtSignature: signature };
}

function toMedia(part: Extract<AnswerPart, { type: 'media' }>): Part {
  const { data, uri, provider = {} } = part;
  const kind = part.mimeType === undefined ? {} : { mimeType: part.mimeType };
  if (uri === undefined) {
    const { inlineData, ...rest } = provider as Part;
    return {
      inlineData: { ...kind, ...(data === undefined ? {} : { data }), ...inlineData },
      ...signatureOf(part),
      ...rest,
    };
  }
  const { fileData, ...rest } = provider as Part;
  return { fileData: { ...kind, fileUri: uri, ...fileData }, ...signatureOf(part), ...rest };
}
