import { createHash } from 'node:crypto';
import type { AiSdkKind } from './ai-sdk-options.ts';

/**
 * The id of a call as a provider takes it, the same for a call and its response.
 *
 * OpenAI's chat takes forty characters, Anthropic letters, digits, `_` and `-`. Of those that are compatible Mistral
 * wants exactly nine letters and digits, and the others take that too.
 */
export function toCallId(kind: AiSdkKind, id: string): string {
  const isTaken = kind === 'openai-compatible' ? /^[a-zA-Z0-9]{9}$/.test(id) : /^[\w-]{1,40}$/.test(id);
  return isTaken ? id : shorten(id);
}

/** A tool's name in the characters that every provider takes; Gemini also has dots and colons. */
export function toToolName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, 64);
}

function shorten(id: string): string {
  const number = createHash('sha256').update(id).digest().readBigUInt64BE();
  return number.toString(36).padStart(9, '0').slice(-9);
}
