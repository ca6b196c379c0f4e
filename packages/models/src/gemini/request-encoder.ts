import type { Content, ContentUnion, GenerateContentConfig, Part } from '@google/genai';
import type { ModelRequest } from '../model-client.ts';

/** Config fields that are not generation parameters in a request, or not sent at all. */
const besides = new Set([
  'systemInstruction',
  'tools',
  'toolConfig',
  'safetySettings',
  'cachedContent',
  'labels',
  'abortSignal',
  'httpOptions',
]);

const OPEN = Buffer.from('{"contents":[');
const SEGMENT = 1 << 18;

/**
 * Encodes requests as bytes. A step sends the whole history again; while it only grows, only new contents are encoded,
 * and existing bytes are neither copied nor changed.
 */
export class RequestEncoder {
  #contents: readonly Content[] = [];
  #full: Buffer[] = [];
  #open = Buffer.allocUnsafe(SEGMENT);
  #length = 0;
  #isEmpty = true;

  /** Returns the body in pieces, in the order to send them. */
  encode({ contents, config }: ModelRequest): readonly Uint8Array[] {
    const isGrown = this.#contents.every((content, n) => content === contents[n]);
    if (!isGrown) this.#restart();
    for (const content of contents.slice(this.#contents.length)) {
      const sent = toSent(content);
      if (sent !== undefined) this.#add(`${this.#isEmpty ? '' : ','}${JSON.stringify(sent)}`);
    }
    this.#contents = contents;
    return [OPEN, ...this.#full, this.#open.subarray(0, this.#length), Buffer.from(`]${encodeConfig(config)}}`)];
  }

  /** Uses new buffers, because the old ones may still be in use by a request. */
  #restart(): void {
    this.#contents = [];
    this.#full = [];
    this.#open = Buffer.allocUnsafe(SEGMENT);
    this.#length = 0;
    this.#isEmpty = true;
  }

  #add(text: string): void {
    this.#isEmpty = false;
    const size = Buffer.byteLength(text);
    if (this.#length + size > SEGMENT) {
      this.#full.push(this.#open.subarray(0, this.#length));
      this.#open = Buffer.allocUnsafe(Math.max(size, SEGMENT));
      this.#length = 0;
    }
    this.#length += this.#open.write(text, this.#length);
  }
}

const OWN_ID = /^call_/;
/** The prefix of signatures with data of other providers (`ai-sdk/signature.ts`). */
const FOREIGN_SIGNATURE = /^bowline:/;
/** Gemini 3 rejects calls without its own signature; this placeholder marks calls of other models. */
const NO_SIGNATURE = 'skip_thought_signature_validator';

/** Converts a content for Gemini; `undefined` if nothing of it is for Gemini. */
function toSent(content: Content): Content | undefined {
  const { parts } = content;
  if (parts === undefined) return content;
  const sent = parts.flatMap((part) => withoutForeignSignature(part)).map((part) => withoutOwnId(part));
  return sent.length === 0 && parts.length > 0 ? undefined : { ...content, parts: sent };
}

/** Removes the thoughts of other models, and keeps their texts and calls. */
function withoutForeignSignature(part: Part): Part[] {
  const { thoughtSignature, ...rest } = part;
  if (thoughtSignature === undefined || !FOREIGN_SIGNATURE.test(thoughtSignature)) return [part];
  if (rest.functionCall !== undefined) return [{ ...rest, thoughtSignature: NO_SIGNATURE }];
  const isBare = rest.text === '' && Object.keys(rest).length === 1;
  return rest.thought === true || isBare ? [] : [rest];
}

/** Removes ids that we assigned to calls: Gemini pairs calls and responses by their order. */
function withoutOwnId(part: Part): Part {
  const { functionCall, functionResponse } = part;
  if (functionCall !== undefined && OWN_ID.test(functionCall.id ?? '')) {
    const { id: _, ...rest } = functionCall;
    return { ...part, functionCall: rest };
  }
  if (functionResponse !== undefined && OWN_ID.test(functionResponse.id ?? '')) {
    const { id: _, ...rest } = functionResponse;
    return { ...part, functionResponse: rest };
  }
  return part;
}

function encodeConfig(config: GenerateContentConfig): string {
  const { systemInstruction, tools, toolConfig, safetySettings, cachedContent } = config;
  const generation = Object.fromEntries(
    Object.entries(config).filter(([name, value]) => !besides.has(name) && value !== undefined),
  );
  const fields = {
    ...(systemInstruction === undefined ? {} : { systemInstruction: toInstruction(systemInstruction) }),
    ...(tools === undefined || tools.length === 0 ? {} : { tools }),
    ...(toolConfig === undefined ? {} : { toolConfig }),
    ...(safetySettings === undefined ? {} : { safetySettings }),
    ...(cachedContent === undefined ? {} : { cachedContent }),
    ...(Object.keys(generation).length === 0 ? {} : { generationConfig: generation }),
  };
  const text = JSON.stringify(fields).slice(1, -1);
  return text === '' ? '' : `,${text}`;
}

function toInstruction(instruction: ContentUnion): unknown {
  return typeof instruction === 'string' ? { parts: [{ text: instruction }] } : instruction;
}
