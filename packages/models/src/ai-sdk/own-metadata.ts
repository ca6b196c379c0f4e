import type { JSONObject } from '@ai-sdk/provider';
import type { AiSdkKind, AiSdkOptions } from './ai-sdk-options.ts';
import { readSignature, toSignature } from './signature.ts';

/** What of an answer can carry a signature. */
export type SignedPart = 'thought' | 'text' | 'call';

/**
 * What each kind wants back. Everything else that it says of its parts is left behind, above all OpenAI's ids of texts
 * and calls: nothing is stored there, so there is nothing to refer to.
 */
const kept: Readonly<Record<AiSdkKind, Readonly<Record<SignedPart, readonly string[]>>>> = {
  openai: { thought: ['itemId', 'reasoningEncryptedContent'], text: ['phase'], call: [] },
  'openai-chat': { thought: [], text: [], call: [] },
  anthropic: { thought: ['signature', 'redactedData'], text: [], call: [] },
  'openai-compatible': { thought: ['field'], text: [], call: ['thoughtSignature'] },
};

/**
 * Under which name a kind reads its options and writes its metadata. For `openai-compatible` it is ours to choose, and
 * must not be `openaiCompatible`: what stands under that on a message is written into the request as it is.
 */
export const namespaces: Readonly<Record<AiSdkKind, string>> = {
  openai: 'openai',
  'openai-chat': 'openai',
  anthropic: 'anthropic',
  'openai-compatible': 'bowline',
};

/** A provider's own data about the parts of its answers: kept as signatures in the history, and read back from them. */
export class OwnMetadata {
  readonly #provider: string;
  readonly #kind: AiSdkKind;

  constructor({ provider, kind }: Pick<AiSdkOptions, 'provider' | 'kind'>) {
    this.#provider = provider;
    this.#kind = kind;
  }

  /** The signature to keep, if the provider will want anything back. */
  seal(part: SignedPart, metadata: Readonly<Record<string, JSONObject>>): string | undefined {
    const data = this.#pick(part, metadata[namespaces[this.#kind]]);
    return data === undefined ? undefined : toSignature(this.#provider, data);
  }

  /** What to send along with a part; undefined when its signature is not this provider's. */
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
