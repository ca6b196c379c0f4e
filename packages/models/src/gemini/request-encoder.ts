import type { Content, ContentUnion, GenerateContentConfig } from '@google/genai';
import type { ModelRequest } from '../model-client.ts';

/** What of a config goes beside the generation parameters on the wire, or not there at all. */
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
 * Writes requests down as bytes. A step sends the whole history again; as long as it only grew since the last one,
 * only what is new is written, and what is there is neither copied nor touched.
 */
export class RequestEncoder {
  #contents: readonly Content[] = [];
  #full: Buffer[] = [];
  #open = Buffer.allocUnsafe(SEGMENT);
  #length = 0;

  /** The body, in pieces to send one after the other. */
  encode({ contents, config }: ModelRequest): readonly Uint8Array[] {
    const isGrown = this.#contents.every((content, n) => content === contents[n]);
    if (!isGrown) this.#restart();
    for (const [n, content] of contents.entries()) {
      if (n >= this.#contents.length) this.#add(`${n === 0 ? '' : ','}${JSON.stringify(withoutOwnIds(content))}`);
    }
    this.#contents = contents;
    return [OPEN, ...this.#full, this.#open.subarray(0, this.#length), Buffer.from(`]${encodeConfig(config)}}`)];
  }

  /** New buffers: the old ones may still be on their way. */
  #restart(): void {
    this.#contents = [];
    this.#full = [];
    this.#open = Buffer.allocUnsafe(SEGMENT);
    this.#length = 0;
  }

  #add(text: string): void {
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

/** Ids that we gave to calls mean nothing to Gemini, which pairs calls and responses by their order. */
function withoutOwnIds(content: Content): Content {
  const parts = content.parts?.map((part) => {
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
  });
  return { ...content, ...(parts === undefined ? {} : { parts }) };
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
