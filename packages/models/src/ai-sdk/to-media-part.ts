import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import type { AiSdkKind } from './ai-sdk-options.ts';

/** Media in the history, in a message or in a tool response. */
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
 * Converts media to a part of a prompt.
 *
 * Unsupported media becomes a note: the same history goes to every model, and an unsupported recording must not make
 * the whole session fail.
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

/** Whether a tool response can contain media; if not, they would be sent as base64 text. */
export function takesMediaInResponses(kind: AiSdkKind): boolean {
  return kind === 'openai' || kind === 'anthropic';
}

function takes(kind: AiSdkKind, mimeType: string): boolean {
  if (images.has(mimeType) || mimeType === PDF) return true;
  return sounds.has(mimeType) && (kind === 'openai-chat' || kind === 'openai-compatible');
}

/** Both chat APIs fetch images, but not documents. */
function takesUrl(kind: AiSdkKind, mimeType: string): boolean {
  return images.has(mimeType) || (mimeType === PDF && takesMediaInResponses(kind));
}

function leftOut(what: string): LanguageModelV4TextPart {
  return { type: 'text', text: `[${what} omitted: this model does not support it]` };
}
