import { createHash } from 'node:crypto';

/** Identifies the image or file that a provider rejected. */
export interface NamedMedia {
  /** The `mediaPrint` of its data or URL. */
  readonly media?: string;
  readonly mimeType?: string;
}

/** A short fingerprint of the data or the URL of an image or file. */
export function mediaPrint(data: string): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 16);
}

/** `messages.2.content.1.image.source`, `input[2].content[1].image_url`, `contents[2].parts[1].inline_data`. */
const PATH = /\b(?:messages|input|contents)(?:\.\w+|\[\d+\])+/;
const MIME = /mime ?type\b(?: parameter with value)?[:\s'"]*([\w.+-]+\/[\w.+-]+)/i;

/** Finds the image or file that an error names, by its position in the request or by its type. */
export function findNamedMedia(message: string, sent: unknown): NamedMedia {
  const path = PATH.exec(message)?.[0].match(/\w+/g) ?? [];
  const data = dataAt(sent, path);
  const mimeType = MIME.exec(message)?.[1];
  return {
    ...(data === undefined ? {} : { media: mediaPrint(data) }),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}

/**
 * Returns the data of the innermost image or file on a path. Names in the path that are not keys only describe a type.
 */
function dataAt(sent: unknown, path: readonly string[]): string | undefined {
  let value = sent;
  let found: string | undefined;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) break;
    if (!Object.hasOwn(value, key)) continue;
    value = (value as Readonly<Record<string, unknown>>)[key];
    found = dataOf(value) ?? found;
  }
  return found;
}

const kinds: ReadonlySet<unknown> = new Set(['image', 'document', 'input_image', 'input_file', 'image_url', 'file']);

/** Returns the data or URL of a part of any API, if it is an image or a file. */
function dataOf(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return undefined;
  const isMedia = 'inlineData' in part || 'fileData' in part || ('type' in part && kinds.has(part.type));
  if (!isMedia) return undefined;
  return findString(part)?.replace(/^data:[^,]*,/, '');
}

/** The keys with data or a URL in all APIs. */
const keys: ReadonlySet<string> = new Set(['data', 'url', 'image_url', 'file_data', 'file_url', 'fileUri']);

function findString(part: object): string | undefined {
  for (const [key, value] of Object.entries(part) as [string, unknown][]) {
    if (typeof value === 'string' && keys.has(key)) return value;
    const inside = typeof value === 'object' && value !== null ? findString(value) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}
