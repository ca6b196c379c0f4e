import type { JSONObject } from '@ai-sdk/provider';
import type { AiSdkKind, AiSdkOptions } from './ai-sdk-options.ts';
import { readSignature, toSignature } from './signature.ts';

/** The parts of an answer that can carry a signature. */
export type SignedPart = 'thought' | 'text' | 'call';

/**
 * The metadata that each kind requires back. Other metadata is dropped, in particular OpenAI's ids of texts and calls:
 * nothing is stored at OpenAI, so the ids refer to nothing.
 */
const kept: Readonly<Record<AiSdkKind, Readonly<Record<SignedPart, readonly string[]>>>> = {
  openai: { thought: ['itemId', 'reasoningEncryptedContent'], text: ['phase'], call: [] },
  'openai-chat': { thought: [], text: [], call: [] },
  anthropic: { thought: ['signature', 'redactedData'], text: [], call: [] },
  'openai-compatible': { thought: ['field'], text: [], call: ['thoughtSignature'] },
};

/**
 * The key under which a kind reads its options and writes its metadata. For `openai-compatible` it is our choice, and
 * must not be `openaiCompatible`: fields under that key are copied into the request.
 */
export const namespaces: Readonly<Record<AiSdkKind, string>> = {
  openai: 'openai',
  'openai-chat': 'openai',
  anthropic: 'anthropic',
  'openai-compatible': 'bowline',
};

/**
 * A provider's own data about the parts of its answers, stored as signatures in the history and read back from them.
 */
export class OwnMetadata {
  readonly #provider: string;
  readonly #kind: AiSdkKind;

  constructor({ provider, kind }: Pick<AiSdkOptions, 'provider' | 'kind'>) {
    this.#provider = provider;
    this.#kind = kind;
  }

  /** Returns the signature to store, if the provider requires any data back. */
  seal(part: SignedPart, metadata: Readonly<Record<string, JSONObject>>): string | undefined {
    const data = this.#pick(part, metadata[namespaces[this.#kind]]);
    return data === undefined ? undefined : toSignature(this.#provider, data);
  }

  /** Returns the options to send with a part; undefined if its signature is from another provider. */
  open(part: SignedPart, signature: string | undefined): Record<string, JSONObject> | undefined {
    const data = this.#pick(part, readSignature(this.#provider, signature));
    return data === undefined ? undefined : { [namespaces[this.#kind]]: data };
  }

  #pick(part: SignedPart, data: JSONObject | undefined): JSONObject | undefined {
    const entries = kept[this.#kind][part].flatMap((key) => {
      const value = data?.[key];
      return value === undefined || value === null ? [] : [[key, value] as const];
    });
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }
}
