import type { RefusedInput } from '@bowline/protocol';

/** The rejection of a request by a provider. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** OpenAI's error code. */
  readonly code?: string;
}

const refusing: ReadonlySet<number> = new Set([400, 413, 422]);
/** The statuses for a linked file that is not accessible or no longer exists. */
const unlinked: ReadonlySet<number> = new Set([403, 404]);

const promptCodes: ReadonlySet<string> = new Set(['context_length_exceeded', 'string_above_max_length']);
const mediaCodes = /image|unsupported_file|invalid_file|file_too_large/;

/** Messages for a prompt that is too long, of Gemini, Vertex, OpenAI, Anthropic, and servers of open models. */
const tooLong: readonly RegExp[] = [
  /input token count\b.*\b(?:exceeds|only supports)/is,
  /prompt is too long/i,
  /exceed context limit/i,
  /(?:maximum|exceeds? the available) context (?:length|size)/i,
  /exceeds (?:the )?(?:model(?:'s)? )?context (?:window|length)/i,
];

const LINKED_FILE = /permission to access the file\b|\bfile\b.*\b(?:not exist|not found|expired)/is;

/** Their messages for an image or file. */
const media: readonly RegExp[] = [
  /unsupported mime ?type|mime ?type parameter|invalid mime type|unsupported (?:image|file|media) ?type/i,
  /(?:unable to process|could not process|failed to (?:process|download|decode)) (?:the )?(?:input )?(?:image|video|audio|file|pdf|document)/i,
  /\b(?:image|pdf|document|file|video|audio)\b.{0,60}\b(?:is not valid|was not valid|not supported|unsupported|too large|too small|exceeds?|password|no pages|could not be)/is,
  /\b(?:unsupported|invalid|not a valid|not represent a valid)\b.{0,20}\b(?:image|image_url|pdf|document|file|video|audio)\b/is,
  /image dimensions|does not support (?:image|file|audio|video|vision)|support image input/i,
  /(?:maximum of \d+|too many) (?:pdf pages|images)/i,
  /\b(?:messages|input|contents)(?:\.\w+|\[\d+\])*\.(?:image|image_url|input_image|document|file|(?:file|inline)_data)\b/i,
  /cannot fetch content from the provided url|media type\b.*\bnot supported/is,
  LINKED_FILE,
  // Gemini's whole message for a BMP or TIFF. Without media in the request nothing can be left out, and it fails as
  // usual.
  /^request contains an invalid argument\.?$/i,
];

const tooManyBytes =
  /payload size exceeds|request_too_large|request exceeds the maximum (?:allowed )?(?:size|number of bytes)/i;

/** Returns which part of the input a provider rejected; undefined if it rejected something else. */
export function readRefusedInput({ status, message, code = '' }: Refusal): RefusedInput | undefined {
  if (unlinked.has(status)) return LINKED_FILE.test(message) ? 'media' : undefined;
  if (!refusing.has(status)) return undefined;
  if (promptCodes.has(code) || tooLong.some((words) => words.test(message))) return 'prompt';
  if (tooManyBytes.test(message)) return 'payload';
  if (mediaCodes.test(code) || media.some((words) => words.test(message))) return 'media';
  return status === 413 ? 'payload' : undefined;
}
