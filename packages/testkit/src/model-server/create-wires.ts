import { anthropicWire } from './anthropic/anthropic-wire.ts';
import { GeminiWire } from './gemini/gemini-wire.ts';
import { chatWire } from './openai/chat-wire.ts';
import { responsesWire } from './openai/responses-wire.ts';
import type { Wire, WireName } from './wire.ts';

/** Creates every wire, by name. */
export const createWires = (): Readonly<Record<WireName, Wire>> => ({
  gemini: new GeminiWire(),
  'openai-chat': chatWire,
  'openai-responses': responsesWire,
  anthropic: anthropicWire,
});
