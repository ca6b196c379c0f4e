import { createHash } from 'node:crypto';

/** What a provider says of the picture or file that it refused, as facts by which it can be found again. */
export interface NamedMedia {
  /** The `mediaPrint` of its data or address. */
  readonly media?: string;
  readonly mimeType?: string;
}

/** A short name for the data or the address of a picture or file: the same for the same. */
export function mediaPrint(data: string): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 16);
}

/** `messages.2.content.1.image.source`, `input[2].content[1].image_url`, `contents[2].parts[1].inline_data`. */
const PATH = /\b(?:messages|input|contents)(?:\.\w+|\[\d+\])+/;
const MIME = /mime ?type\b(?: parameter with value)?[:\s'"]*([\w.+-]+\/[\w.+-]+)/i;

/** Finds which picture or file an error names, by its place in the request that was sent or by its type. */
export function findNamedMedia(message: string, sent: unknown): NamedMedia {
  const path = PATH.exec(message)?.[0].match(/\w+/g) ?? [];
  const data = dataAt(sent, path);
  const mimeType = MIME.exec(message)?.[1];
  return {
    ...(data === undefined ? {} : { media: mediaPrint(data) }),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}

/** The data of the innermost picture or file on the way. Names in a path that are no keys only tell kinds apart. */
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

/** Data or an address, where a part of any wire is a picture or a file. */
function dataOf(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return undefined;
  const isMedia = 'inlineData' in part || 'fileData' in part || ('type' in part && kinds.has(part.type));
  if (!isMedia) return undefined;
  return findString(part)?.replace(/^data:[^,]*,/, '');
}

/** Where the wires have data or an address. */
const keys: ReadonlySet<string> = new Set(['data', 'url', 'image_url', 'file_data', 'file_url', 'fileUri']);

function findString(part: object): string | undefined {
  for (const [key, value] of Object.entries(part) as [string, unknown][]) {
    if (typeof value === 'string' && keys.has(key)) return value;
    const inside = typeof value === 'object' && value !== null ? findString(value) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}
