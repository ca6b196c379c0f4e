import type { ContentPart } from '@bowline/protocol';

/** The limit of a request once the bytes are encoded as text. A model refuses more, and every later request with it. */
export const MAX_MEDIA_BYTES = 7_000_000;

const ENDINGS = /\.(?:png|jpe?g|gif|webp|pdf)$/i;
const SIGNATURES: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1A\n/],
  ['image/jpeg', /^\xFF\xD8\xFF/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['application/pdf', /^%PDF-/],
];

/** True if a file has the extension of an image or a PDF. */
export function isMediaName(path: string): boolean {
  return ENDINGS.test(path);
}

/**
 * The media type by content, not by name: a model refuses a message whose declared type is wrong, and every later one
 * with it. Undefined: not a type that models accept.
 */
export function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return SIGNATURES.find(([, beginning]) => beginning.test(head))?.[0];
}

/** An image or PDF for the model, with a line that names it. */
export function toMediaParts(name: string, mimeType: string, bytes: Uint8Array): readonly ContentPart[] {
  return [
    { type: 'text', text: `${name} (${mimeType}, ${bytes.length} bytes)` },
    { type: 'media', mimeType, data: Buffer.from(bytes).toString('base64'), name },
  ];
}
