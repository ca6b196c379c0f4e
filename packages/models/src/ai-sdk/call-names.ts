import { createHash } from 'node:crypto';
import type { AiSdkKind } from './ai-sdk-options.ts';

/**
 * Converts the id of a call to a form that the provider accepts. A call and its response get the same id.
 *
 * OpenAI's Chat Completions API accepts 40 characters, Anthropic letters, digits, `_` and `-`. Of the compatible
 * providers, Mistral requires exactly nine letters and digits, which the others accept too.
 */
export function toCallId(kind: AiSdkKind, id: string): string {
  const isTaken = kind === 'openai-compatible' ? /^[a-zA-Z0-9]{9}$/.test(id) : /^[\w-]{1,40}$/.test(id);
  return isTaken ? id : shorten(id);
}

/** Converts a tool name to characters that every provider accepts; Gemini also allows dots and colons. */
export function toToolName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_').slice(0, 64);
}

function shorten(id: string): string {
  const number = createHash('sha256').update(id).digest().readBigUInt64BE();
  return number.toString(36).padStart(9, '0').slice(-9);
}
