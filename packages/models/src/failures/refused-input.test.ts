import { describe, expect, test } from 'vitest';
import type { RefusedInput } from '@bowline/protocol';
import { readRefusedInput } from './refused-input.ts';

type Row = readonly [message: string, refused: RefusedInput | undefined, status?: number, code?: string];

const gemini: readonly Row[] = [
  ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 'prompt'],
  ['The input token count exceeds the maximum number of tokens allowed 1048576.', 'prompt'],
  [
    'Unable to submit request because the input token count is 1139389 but model only supports up to 1048576. Reduce the input token count and try again.',
    'prompt',
  ],
  ['Unable to process input image. Please retry or report in https://developers.generativeai.google', 'media'],
  ['Provided image is not valid.', 'media'],
  ['Unsupported MIME type: image/bmp', 'media'],
  ['Request contains an invalid argument.', 'media'],
  [
    'Unable to submit request because it has a mimeType parameter with value application/zip, which is not supported.',
    'media',
  ],
  ['The document has no pages.', 'media'],
  ["Invalid value at 'contents[2].parts[1].inline_data.data' (TYPE_BYTES), Base64 decoding failed", 'media'],
  ['Cannot fetch content from the provided URL.', 'media'],
  ['You do not have permission to access the File abc123 or it may not exist.', 'media', 403],
  ['Request payload size exceeds the limit: 20971520 bytes.', 'payload'],
  ['Please ensure that function call turn comes immediately after a user turn.', undefined],
  ["Invalid JSON payload received. Unknown name 'foo' at 'tools[0]'", undefined],
  ['User location is not supported for the API use.', undefined],
  ['The caller does not have permission', undefined, 403],
  ['models/gemini-9 is not found for API version v1beta', undefined, 404],
];

const openai: readonly Row[] = [
  ["This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.", 'prompt'],
  ['Your input exceeds the context window of this model. Please adjust your input and try again.', 'prompt'],
  ['x', 'prompt', 400, 'context_length_exceeded'],
  ["Invalid 'input[0].content': string too long.", 'prompt', 400, 'string_above_max_length'],
  [
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    'media',
  ],
  ['The image data you provided does not represent a valid image. Please check your input and try again.', 'media'],
  ['x', 'media', 400, 'image_parse_error'],
  ["Invalid 'messages[4].content[0].image_url'. Expected a valid URL.", 'media'],
  ["Invalid 'messages[4].content[0].text': expected a string.", undefined],
  ['x', 'media', 400, 'invalid_image_format'],
  ['Invalid content type. image_url is only supported by certain models.', 'media'],
  ["Unsupported parameter: 'temperature' is not supported with this model.", undefined, 400, 'unsupported_parameter'],
  ["Invalid schema for function 'read_file': object schema missing properties", undefined],
  ['The model `gpt-55` does not exist or you do not have access to it.', undefined, 404, 'model_not_found'],
];

const anthropic: readonly Row[] = [
  ['prompt is too long: 204241 tokens > 200000 maximum', 'prompt'],
  ['input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length', 'prompt'],
  ['messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 7204356 bytes > 5242880 bytes', 'media'],
  [
    'messages.4.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
    'media',
  ],
  ['Could not process image', 'media'],
  ['messages.34.content.2.image.source.base64.data: Image format image/png not supported', 'media'],
  ['Request size exceeds model context window', 'prompt', 413],
  ['The PDF specified was not valid.', 'media'],
  ['The PDF specified is password protected.', 'media'],
  ['A maximum of 100 PDF pages may be provided.', 'media'],
  ['Request exceeds the maximum size', 'payload', 413],
  ['messages.1.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1.', undefined],
  ['Your credit balance is too low to access the Anthropic API.', undefined],
];

const others: readonly Row[] = [
  ['the request exceeds the available context size. try increasing the context size', 'prompt'],
  ['Prompt contains 40000 tokens, too large for model with 32768 maximum context length', 'prompt'],
  ['Unknown: this model does not support images', 'media'],
  ['<html>413 Request Entity Too Large</html>', 'payload', 413],
];

describe.each<[string, readonly Row[]]>([
  ['Gemini', gemini],
  ['OpenAI', openai],
  ['Anthropic', anthropic],
  ['servers of open models', others],
])('the rejected part of a request is read from an error of %s', (_, rows) => {
  const cases = rows.map(([message, refused, status = 400, code = '']) => ({ message, refused, status, code }));
  test.each(cases)('$message: $refused', ({ refused, ...refusal }) => {
    expect(readRefusedInput(refusal)).toBe(refused);
  });
});

test.each([401, 429, 500, 503])('HTTP %i is never about the input', (status) => {
  expect(readRefusedInput({ status, message: 'prompt is too long: the image is too large' })).toBeUndefined();
});
