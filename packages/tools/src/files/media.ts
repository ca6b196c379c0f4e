import type { ContentPart } from '@bowline/protocol';

/** What a request may carry, once it is written as text; a model refuses more, and then all that comes after it. */
export const MAX_MEDIA_BYTES = 7_000_000;

const ENDINGS = /\.(?:png|jpe?g|gif|webp|pdf)$/i;
const SIGNATURES: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1A\n/],
  ['image/jpeg', /^\xFF\xD8\xFF/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['application/pdf', /^%PDF-/],
];

/** Whether a file is called like an image or a PDF. */
export function isMediaName(path: string): boolean {
  return ENDINGS.test(path);
}

/**
 * What an image or a PDF is, by what is in it: a model that is shown something else than it was told refuses the message,
 * and every later one with it. Undefined when it is none that models are shown.
 */
export function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return SIGNATURES.find(([, beginning]) => beginning.test(head))?.[0];
}

/** An image or a PDF for the model, with a line that says what it is. */
export function toMediaParts(name: string, mimeType: string, bytes: Uint8Array): readonly ContentPart[] {
  return [
    { type: 'text', text: `${name} (${mimeType}, ${bytes.length} bytes)` },
    { type: 'media', mimeType, data: Buffer.from(bytes).toString('base64'), name },
  ];
}
