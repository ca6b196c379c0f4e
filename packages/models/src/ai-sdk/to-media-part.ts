import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import type { AiSdkKind } from './ai-sdk-options.ts';

/** Media as the history has it, in a message or in the response of a tool. */
export interface Media {
  readonly inlineData?:
    { readonly data?: string; readonly mimeType?: string; readonly displayName?: string } | undefined;
  readonly fileData?: { readonly fileUri?: string; readonly mimeType?: string } | undefined;
}

type MediaPart = LanguageModelV4FilePart | LanguageModelV4TextPart;

const images: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const sounds: ReadonlySet<string> = new Set(['audio/wav', 'audio/mp3', 'audio/mpeg']);
const PDF = 'application/pdf';
const TEXT = /^text\/|[/+](?:json|xml|yaml|javascript|typescript|x-sh)$/;

/**
 * Media as a part of a prompt.
 *
 * What a kind does not take becomes words that say so: the same history goes to every model, and one that refuses a
 * recording must not refuse the whole session because of it.
 */
export function toMediaPart(kind: AiSdkKind, { inlineData, fileData = {} }: Media): MediaPart {
  return inlineData === undefined ? toLinked(kind, fileData) : toInline(kind, inlineData);
}

function toInline(
  kind: AiSdkKind,
  { data = '', mimeType = '', displayName }: NonNullable<Media['inlineData']>,
): MediaPart {
  if (TEXT.test(mimeType)) return { type: 'text', text: Buffer.from(data, 'base64').toString('utf8') };
  if (!takes(kind, mimeType)) return leftOut(`a file of type ${mimeType || 'unknown'}`);
  const name = displayName === undefined ? {} : { filename: displayName };
  return { type: 'file', mediaType: mimeType, data: { type: 'data', data }, ...name };
}

function toLinked(kind: AiSdkKind, { fileUri = '', mimeType = '' }: NonNullable<Media['fileData']>): MediaPart {
  if (!takesUrl(kind, mimeType) || !/^https?:/.test(fileUri) || !URL.canParse(fileUri)) return leftOut(fileUri);
  return { type: 'file', mediaType: mimeType, data: { type: 'url', url: new URL(fileUri) } };
}

/** Whether the response of a tool can have media in it; where it cannot, they would be sent as text, base64 and all. */
export function takesMediaInResponses(kind: AiSdkKind): boolean {
  return kind === 'openai' || kind === 'anthropic';
}

function takes(kind: AiSdkKind, mimeType: string): boolean {
  if (images.has(mimeType) || mimeType === PDF) return true;
  return sounds.has(mimeType) && (kind === 'openai-chat' || kind === 'openai-compatible');
}

/** The two chats fetch pictures, but no documents. */
function takesUrl(kind: AiSdkKind, mimeType: string): boolean {
  return images.has(mimeType) || (mimeType === PDF && takesMediaInResponses(kind));
}

function leftOut(what: string): LanguageModelV4TextPart {
  return { type: 'text', text: `[${what} omitted: this model does not support it]` };
}
