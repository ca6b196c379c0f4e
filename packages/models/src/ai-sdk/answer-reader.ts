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

/** What is needed to read an answer. */
export interface AnswerReaderParts {
  readonly target: Target;
  readonly metadata: OwnMetadata;
  /** Our names of the tools. */
  readonly names: ReadonlyMap<string, string>;
  /** What is known of a thought besides what is said with it. */
  readonly ofThought: () => Metadata;
}

/** What a handful of stream parts comes to. */
export interface Reading {
  /** Missing when they say nothing. */
  readonly chunk?: ModelChunk;
  /** To be thrown after the chunk. */
  readonly failure?: AgentError;
}

/** Reads the parts of one answer, in Gemini's shapes. */
export class AnswerReader {
  readonly #parts: AnswerReaderParts;
  /** What was said of the blocks that are open, by their ids. */
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
        default: // sources, pings, and whatever a later version has
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
   * A part of its own, without text: that is what closes the text before it. Where the end has something to say it stands
   * for all that was said before, as with OpenAI, which begins a thought with half of what it wants back.
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

  /** Arguments that were cut off by a limit are not malformed. */
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
      default: // interrupted: it has no end
        return {};
    }
  }
}

const BLOCK = /^(?:text|reasoning)-(?:start|delta|end)$/;

function isBlockPart(part: StreamPart): part is BlockPart {
  return BLOCK.test(part.type);
}

/** A call that is still being written is a sign of life, and nothing else. */
function toReading(said: Part[], isAlive: boolean): Reading {
  if (said.length > 0) return { chunk: { content: { role: 'model', parts: said } } };
  return isAlive ? { chunk: {} } : {};
}

/** Adds text to what adjoins it. */
function addText(said: Part[], text: string, isThought: boolean): void {
  if (text === '') return;
  const last = said.at(-1);
  const canJoin =
    last?.text !== undefined && last.thoughtSignature === undefined && (last.thought ?? false) === isThought;
  if (canJoin) last.text = `${last.text}${text}`;
  else said.push({ text, ...(isThought ? { thought: true } : {}) });
}

/** Nothing at all is how some write no arguments. */
function parseArguments(input: string): Record<string, unknown> | undefined {
  if (input.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
