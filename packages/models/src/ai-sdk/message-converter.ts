import type { Content, FunctionCall, FunctionResponse, Part } from '@google/genai';
import type { JSONObject, LanguageModelV4Message, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { AiSdkKind } from './ai-sdk-options.ts';
import { toCallId, toToolName } from './call-names.ts';
import type { OwnMetadata } from './own-metadata.ts';
import { takesMediaInResponses, toMediaPart } from './to-media-part.ts';

type Of<Role extends LanguageModelV4Message['role']> = Extract<LanguageModelV4Message, { role: Role }>;
type UserPart = Of<'user'>['content'][number];
type AssistantPart = Of<'assistant'>['content'][number];

/** The messages of one content of the history; a role without a message is absent. */
export interface Converted {
  readonly assistant?: Of<'assistant'>;
  readonly tool?: Of<'tool'>;
  /** Placed after the tool responses of the same content. */
  readonly user?: Of<'user'>;
}

/**
 * Converts contents to messages, each only once: a step sends the whole history again, and most of it has not changed.
 */
export class MessageConverter {
  readonly #kind: AiSdkKind;
  readonly #metadata: OwnMetadata;
  readonly #known = new WeakMap<Content, Converted>();

  constructor(kind: AiSdkKind, metadata: OwnMetadata) {
    this.#kind = kind;
    this.#metadata = metadata;
  }

  convert(content: Content): Converted {
    const known = this.#known.get(content);
    if (known !== undefined) return known;
    const parts = content.parts ?? [];
    const converted = content.role === 'model' ? this.#answer(parts) : this.#said(parts);
    this.#known.set(content, converted);
    return converted;
  }

  #answer(parts: readonly Part[]): Converted {
    const content = parts.flatMap((part): AssistantPart[] => {
      const { text, functionCall, thought, thoughtSignature } = part;
      if (functionCall !== undefined) return [this.#call(functionCall, thoughtSignature)];
      if (text === undefined) return [];
      const own = this.#metadata.open(thought === true ? 'thought' : 'text', thoughtSignature);
      // Providers reject thoughts of other models, and thoughts without a signature.
      if (thought === true) return own === undefined ? [] : [{ type: 'reasoning', text, providerOptions: own }];
      return text === '' ? [] : [{ type: 'text', text, ...(own === undefined ? {} : { providerOptions: own }) }];
    });
    return content.length === 0 ? {} : { assistant: { role: 'assistant', content } };
  }

  #call({ id, name = '', args = {} }: FunctionCall, signature: string | undefined): AssistantPart {
    const own = this.#metadata.open('call', signature);
    return {
      type: 'tool-call',
      toolCallId: toCallId(this.#kind, id ?? name),
      toolName: toToolName(name),
      input: args,
      ...(own === undefined ? {} : { providerOptions: own }),
    };
  }

  #said(parts: readonly Part[]): Converted {
    const results: LanguageModelV4ToolResultPart[] = [];
    const said: UserPart[] = [];
    for (const part of parts) {
      if (part.functionResponse !== undefined) {
        const { response, media } = this.#response(part.functionResponse);
        results.push(response);
        said.push(...media);
      } else if (part.text !== undefined) {
        if (part.text !== '') said.push({ type: 'text', text: part.text });
      } else if (part.inlineData !== undefined || part.fileData !== undefined) {
        said.push(toMediaPart(this.#kind, part));
      }
    }
    return {
      ...(results.length === 0 ? {} : { tool: { role: 'tool', content: results } }),
      ...(said.length === 0 ? {} : { user: { role: 'user', content: said } }),
    };
  }

  /** Returns the response of a tool, and its media that need a separate message. */
  #response({ id, name = '', response = {}, parts = [] }: FunctionResponse): {
    readonly response: LanguageModelV4ToolResultPart;
    readonly media: readonly UserPart[];
  } {
    const media = parts.map((part) => toMediaPart(this.#kind, part));
    const inside = takesMediaInResponses(this.#kind) ? media : [];
    return {
      response: {
        type: 'tool-result',
        toolCallId: toCallId(this.#kind, id ?? name),
        toolName: toToolName(name),
        output: toOutput(this.#kind, response as JSONObject, inside),
      },
      media: inside.length === 0 ? media : [],
    };
  }
}

type Output = LanguageModelV4ToolResultPart['output'];

/** Our tools respond with a single text, `output` or `error`. Any other response is sent unchanged. */
function toOutput(kind: AiSdkKind, response: JSONObject, media: readonly UserPart[]): Output {
  const [[key, value] = [], ...others] = Object.entries(response);
  const text = others.length === 0 && typeof value === 'string' ? value : undefined;
  if (media.length > 0) {
    const words = text ?? JSON.stringify(response);
    return { type: 'content', value: [...(words === '' ? [] : [{ type: 'text' as const, text: words }]), ...media] };
  }
  if (key === 'output' && text !== undefined) return { type: 'text', value: text };
  // Without an error marker, the text alone would look like a successful result.
  const isMarked = kind !== 'openai-compatible';
  if (key === 'error' && text !== undefined && isMarked) return { type: 'error-text', value: text };
  return { type: 'json', value: response };
}
