import type { Content, GenerateContentResponseUsageMetadata, GroundingMetadata, Part } from '@google/genai';
import { AgentError } from '@bowline/protocol';
import type { ModelChunk } from '@bowline/models';

/** A complete answer. */
export interface Answer {
  readonly content: Content;
  readonly finishReason: string;
  readonly usage: GenerateContentResponseUsageMetadata | undefined;
  /** The sources of the answer. */
  readonly grounding: GroundingMetadata | undefined;
}

/** Assembles the chunks of an answer: joins adjacent text into one part, and gives every call a new ID. */
export class AnswerBuilder {
  readonly #newCallId: () => string;
  readonly #parts: Part[] = [];
  #text: string[] = [];
  #finishReason: string | undefined;
  #usage: GenerateContentResponseUsageMetadata | undefined;
  #grounding: GroundingMetadata | undefined;

  constructor(newCallId: () => string) {
    this.#newCallId = newCallId;
  }

  /** Adds a chunk and returns the parts of it that can be shown immediately. */
  take(chunk: ModelChunk): Part[] {
    if (chunk.blockReason !== undefined) this.#finishReason = chunk.blockReason;
    if (chunk.finishReason !== undefined) this.#finishReason = chunk.finishReason;
    if (chunk.usage !== undefined) this.#usage = chunk.usage;
    if (chunk.grounding !== undefined) this.#grounding = chunk.grounding;
    const shown: Part[] = [];
    for (const part of chunk.content?.parts ?? []) {
      this.#add(part);
      if (part.text !== undefined && part.text !== '') show(shown, part.text, part.thought === true);
    }
    return shown;
  }

  /** The usage so far, including that of a failed answer. */
  get usage(): GenerateContentResponseUsageMetadata | undefined {
    return this.#usage;
  }

  /** Returns the complete answer. Throws if it has no finish reason, is malformed or is empty. */
  finish({ mayBeEmpty = false }: { readonly mayBeEmpty?: boolean } = {}): Answer {
    this.#closeText();
    if (this.#finishReason === undefined) throw invalid('The answer ended without a finish reason');
    if (malformed.has(this.#finishReason)) throw invalid(`The answer ended with ${this.#finishReason}`);
    const isEmpty = !this.#parts.some(
      (part) =>
        part.functionCall !== undefined || (part.text !== undefined && part.text !== '' && part.thought !== true),
    );
    if (isEmpty && !mayBeEmpty && this.#finishReason === 'STOP') throw invalid('The model returned an empty answer');
    return {
      content: { role: 'model', parts: this.#parts },
      finishReason: this.#finishReason,
      usage: this.#usage,
      grounding: this.#grounding,
    };
  }

  #add(part: Part): void {
    if (part.text !== undefined && part.functionCall === undefined) {
      this.#addText(part, part.text);
      return;
    }
    this.#closeText();
    const { functionCall } = part;
    this.#parts.push(
      functionCall === undefined ? part : { ...part, functionCall: { ...functionCall, id: this.#newCallId() } },
    );
  }

  #addText(part: Part, text: string): void {
    const last = this.#parts.at(-1);
    if (last === undefined || !canJoin(last, part)) {
      if (text === '' && part.thoughtSignature === undefined) return;
      this.#closeText();
      this.#parts.push({ ...part });
      this.#text = [text];
      return;
    }
    this.#text.push(text);
    if (part.thoughtSignature !== undefined) last.thoughtSignature = part.thoughtSignature;
  }

  /** Joins text once, so that the cost of 16,000 chunks is proportional to their length. */
  #closeText(): void {
    const last = this.#parts.at(-1);
    if (last?.text !== undefined && this.#text.length > 1) last.text = this.#text.join('');
    this.#text = [];
  }
}

const malformed: ReadonlySet<string> = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL']);

function invalid(message: string): AgentError {
  return new AgentError('MODEL_INVALID_ANSWER', message, { hint: 'Try again', retryable: true });
}

/** Text continues the same part until it switches between thought and answer, or a signature ends the part. */
function canJoin(last: Part, next: Part): boolean {
  return (
    last.text !== undefined &&
    (last.thought ?? false) === (next.thought ?? false) &&
    last.thoughtSignature === undefined
  );
}

/** Appends text to the shown parts, and merges it with preceding text of the same kind. */
function show(shown: Part[], text: string, isThought: boolean): void {
  const last = shown.at(-1);
  if (last !== undefined && (last.thought === true) === isThought) last.text = `${last.text ?? ''}${text}`;
  else shown.push({ text, ...(isThought ? { thought: true } : {}) });
}
