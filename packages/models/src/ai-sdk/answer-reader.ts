import type { Part } from '@google/genai';
import type { JSONObject, LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { unreachable, type AgentError } from '@bowline/protocol';
import type { Target } from '../failures/network-error.ts';
import type { ModelChunk } from '../model-client.ts';
import type { OwnMetadata } from './own-metadata.ts';
import { isEndWithoutFinish, toAgentError } from './to-agent-error.ts';
import { toUsage } from './to-usage.ts';

type StreamPart = LanguageModelV4StreamPart;
type BlockPart = Extract<StreamPart, { type: `${'text' | 'reasoning'}-${'start' | 'delta' | 'end'}` }>;
type Metadata = Record<string, JSONObject>;

/** The context for reading an answer. */
export interface AnswerReaderParts {
  readonly target: Target;
  readonly metadata: OwnMetadata;
  /** Our tool names by the names that were sent. */
  readonly names: ReadonlyMap<string, string>;
  /** Additional metadata for a thought. */
  readonly ofThought: () => Metadata;
}

/** The result of reading several stream parts. */
export interface Reading {
  /** Absent if the parts contain nothing. */
  readonly chunk?: ModelChunk;
  /** To throw after the chunk. */
  readonly failure?: AgentError;
}

/** Converts the stream parts of one answer to Gemini's format. */
export class AnswerReader {
  readonly #parts: AnswerReaderParts;
  /** The metadata of open blocks, by id. */
  readonly #blocks = new Map<string, Metadata>();
  #malformed: string | undefined;
  #isCut = false;

  constructor(parts: AnswerReaderParts) {
    this.#parts = parts;
  }

  read(parts: readonly StreamPart[]): Reading {
    const said: Part[] = [];
    let isAlive = false;
    for (const part of parts) {
      if (isBlockPart(part)) {
        this.#block(said, part);
        continue;
      }
      switch (part.type) {
        case 'tool-call':
          if (part.providerExecuted !== true) said.push(...this.#call(part));
          break;
        case 'tool-input-delta':
          isAlive = true;
          break;
        case 'finish':
          return this.#finish(said, part);
        case 'error':
          if (isEndWithoutFinish(part.error)) this.#isCut = true;
          else return { ...toReading(said, isAlive), failure: toAgentError(part.error, this.#parts.target) };
          break;
        default: // sources, pings, and types of later versions
          break;
      }
    }
    return toReading(said, isAlive);
  }

  #block(said: Part[], part: BlockPart): void {
    const isThought = part.type.startsWith('reasoning');
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#note(part);
        break;
      case 'text-delta':
      case 'reasoning-delta':
        this.#note(part);
        addText(said, part.delta, isThought);
        break;
      case 'text-end':
      case 'reasoning-end':
        said.push(...this.#signature(part, isThought));
        break;
      default:
        unreachable(part);
    }
  }

  #note({ id, providerMetadata = {} }: { readonly id: string; readonly providerMetadata?: Metadata }): void {
    for (const [name, data] of Object.entries(providerMetadata)) {
      const known = this.#blocks.get(id) ?? {};
      this.#blocks.set(id, { ...known, [name]: { ...known[name], ...data } });
    }
  }

  /**
   * A separate part without text, which ends the text before it. Metadata at the end replaces all earlier metadata:
   * OpenAI starts a thought with only half of what it requires back.
   */
  #signature({ id, providerMetadata }: BlockPart, isThought: boolean): Part[] {
    const noted = providerMetadata ?? this.#blocks.get(id);
    this.#blocks.delete(id);
    const { metadata, ofThought } = this.#parts;
    const signature = isThought
      ? metadata.seal('thought', { ...ofThought(), ...noted })
      : metadata.seal('text', noted ?? {});
    if (signature === undefined) return [];
    return [{ text: '', ...(isThought ? { thought: true } : {}), thoughtSignature: signature }];
  }

  #call({ toolCallId, toolName, input, providerMetadata = {} }: Extract<StreamPart, { type: 'tool-call' }>): Part[] {
    const name = this.#parts.names.get(toolName) ?? toolName;
    const args = parseArguments(input);
    if (args === undefined) {
      this.#malformed ??= name;
      return [];
    }
    const signature = this.#parts.metadata.seal('call', providerMetadata);
    const functionCall = { id: toolCallId, name, args };
    return [{ functionCall, ...(signature === undefined ? {} : { thoughtSignature: signature }) }];
  }

  #finish(said: Part[], { finishReason, usage }: Extract<StreamPart, { type: 'finish' }>): Reading {
    if (finishReason.unified === 'error' && !this.#isCut) {
      const failure = toAgentError(
        { message: `the answer failed: ${finishReason.raw ?? 'no reason given'}` },
        this.#parts.target,
      );
      return { ...toReading(said, false), failure };
    }
    const chunk = {
      ...(said.length === 0 ? {} : { content: { role: 'model', parts: said } }),
      ...this.#reason(finishReason),
      usage: toUsage(usage),
    };
    return { chunk };
  }

  /** Arguments that were cut off by a limit do not count as malformed. */
  #reason({ unified, raw }: LanguageModelV4FinishReason): Pick<ModelChunk, 'finishReason' | 'finishMessage'> {
    switch (unified) {
      case 'stop':
      case 'tool-calls':
      case 'other':
        if (this.#malformed !== undefined) {
          const finishMessage = `the arguments for ${this.#malformed} are not a JSON object`;
          return { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage };
        }
        return unified === 'other' ? { finishReason: 'OTHER', finishMessage: raw } : { finishReason: 'STOP' };
      case 'length':
        return { finishReason: 'MAX_TOKENS' };
      case 'content-filter':
        return { finishReason: 'SAFETY' };
      default: // interrupted: there is no finish reason
        return {};
    }
  }
}

const BLOCK = /^(?:text|reasoning)-(?:start|delta|end)$/;

function isBlockPart(part: StreamPart): part is BlockPart {
  return BLOCK.test(part.type);
}

/** A call that is still being written gives an empty chunk, which only shows that the model is responding. */
function toReading(said: Part[], isAlive: boolean): Reading {
  if (said.length > 0) return { chunk: { content: { role: 'model', parts: said } } };
  return isAlive ? { chunk: {} } : {};
}

/** Appends text to an adjacent part of the same kind. */
function addText(said: Part[], text: string, isThought: boolean): void {
  if (text === '') return;
  const last = said.at(-1);
  const canJoin =
    last?.text !== undefined && last.thoughtSignature === undefined && (last.thought ?? false) === isThought;
  if (canJoin) last.text = `${last.text}${text}`;
  else said.push({ text, ...(isThought ? { thought: true } : {}) });
}

/** Some providers send an empty string for no arguments. */
function parseArguments(input: string): Record<string, unknown> | undefined {
  if (input.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
