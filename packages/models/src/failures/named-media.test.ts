import { expect, test } from 'vitest';
import { findNamedMedia, mediaPrint } from './named-media.ts';

const text = { type: 'text', text: 'look' };
const source = (data: string): object => ({ type: 'base64', media_type: 'image/png', data });
const image = (data: string): object => ({ type: 'image', source: source(data) });
const result = { type: 'tool_result', tool_use_id: 't', content: [text, image('IN-A-RESULT')] };
const anthropic = { messages: [{ content: [text, image('FIRST')] }, { content: [result, image('SECOND')] }] };
const responses = {
  input: [
    { role: 'developer', content: 'x' },
    { role: 'user', content: [text, { type: 'input_image', image_url: 'data:image/png;base64,INPUT' }] },
  ],
};
const chat = {
  messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a.test/b.png' } }] }],
};
const gemini = {
  contents: [{ parts: [{ text: 'look' }, { inlineData: { mimeType: 'image/png', data: 'INLINE' } }] }],
};

test.each<[string, unknown, string]>([
  ['messages.0.content.1.image.source.base64: image exceeds 5 MB maximum', anthropic, 'FIRST'],
  ['messages.1.content.1.image.source.base64.data: too large', anthropic, 'SECOND'],
  ['messages.1.content.0.tool_result.content.1.image.source.base64: too large', anthropic, 'IN-A-RESULT'],
  ["Invalid 'input[1].content[1].image_url'. Expected a valid image", responses, 'INPUT'],
  ['messages[0].content[0].image_url cannot be fetched', chat, 'https://a.test/b.png'],
  ["Invalid value at 'contents[0].parts[1].inline_data.data', Base64 decoding failed", gemini, 'INLINE'],
])('%s identifies the media at its path', (message, sent, data) => {
  expect(findNamedMedia(message, sent)).toEqual({ media: mediaPrint(data) });
});

test.each<[string, unknown]>([
  ['Could not process image', anthropic],
  ['messages.0.content.0: a text', anthropic],
  ['messages.9.content.0.image: not there', anthropic],
  ['messages.0.content.1.image: nothing was kept of the request', undefined],
])('%s identifies no media', (message, sent) => {
  expect(findNamedMedia(message, sent)).toEqual({});
});

test.each([
  ['Unsupported MIME type: image/bmp', 'image/bmp'],
  ['it has a mimeType parameter with value application/zip, which is not supported', 'application/zip'],
])('%s identifies a type', (message, mimeType) => {
  expect(findNamedMedia(message, gemini)).toEqual({ mimeType });
});
