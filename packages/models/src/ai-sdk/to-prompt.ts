import type { Content, ContentUnion, Part, PartUnion } from '@google/genai';
import type { LanguageModelV4Message, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { AiSdkKind } from './ai-sdk-options.ts';
import type { Converted, MessageConverter } from './message-converter.ts';

/** The inputs of a prompt. */
export interface PromptParts {
  readonly kind: AiSdkKind;
  readonly converter: MessageConverter;
  readonly contents: readonly Content[];
  readonly instruction: ContentUnion | undefined;
}

/** Builds the whole prompt. Contents that were converted before cost one push each. */
export function toPrompt({ kind, converter, contents, instruction }: PromptParts): LanguageModelV4Message[] {
  const prompt: LanguageModelV4Message[] = [];
  const system = toText(instruction);
  if (system !== '') prompt.push({ role: 'system', content: system });
  let batch: Converted[] = [];
  for (const content of contents) {
    const converted = converter.convert(content);
    if (converted.tool !== undefined) {
      batch.push(converted);
      continue;
    }
    closeBatch(prompt, batch);
    batch = [];
    if (converted.assistant !== undefined) prompt.push(converted.assistant);
    if (converted.user !== undefined) prompt.push(converted.user);
  }
  closeBatch(prompt, batch);
  return kind === 'anthropic' ? withCacheMarks(prompt) : prompt;
}

/** Adds the responses of a batch in the order of its calls, then the user messages that came with them. */
function closeBatch(prompt: LanguageModelV4Message[], batch: readonly Converted[]): void {
  const [first] = batch;
  if (first?.tool === undefined) return;
  prompt.push(batch.length === 1 ? first.tool : { role: 'tool', content: inCallOrder(prompt.at(-1), batch) });
  for (const { user } of batch) if (user !== undefined) prompt.push(user);
}

function inCallOrder(
  answer: LanguageModelV4Message | undefined,
  batch: readonly Converted[],
): LanguageModelV4ToolResultPart[] {
  const calls = answer?.role === 'assistant' ? answer.content : [];
  const order = new Map(calls.flatMap((part, n) => (part.type === 'tool-call' ? [[part.toolCallId, n] as const] : [])));
  const placeOf = ({ toolCallId }: LanguageModelV4ToolResultPart): number => order.get(toolCallId) ?? order.size;
  return batch
    .flatMap(({ tool }) => tool?.content ?? [])
    .filter((part) => part.type === 'tool-result')
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

const marked = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

/**
 * Anthropic caches only up to explicit markers: the instruction (and the tools before it), the end of this request, and
 * the end of the previous one, where its cache entry is found.
 */
function withCacheMarks(prompt: readonly LanguageModelV4Message[]): LanguageModelV4Message[] {
  const answered = prompt.findLastIndex(({ role }) => role === 'assistant');
  const marks = new Set([prompt[0]?.role === 'system' ? 0 : -1, answered - 1, prompt.length - 1]);
  return prompt.map((message, n) => (marks.has(n) ? { ...message, providerOptions: marked } : message));
}

function toText(instruction: ContentUnion | undefined): string {
  if (instruction === undefined) return '';
  if (Array.isArray(instruction)) return instruction.map(textOf).join('\n');
  if (typeof instruction === 'object' && 'parts' in instruction)
    return (instruction.parts ?? []).map(textOf).join('\n');
  return textOf(instruction as Part | string);
}

function textOf(part: PartUnion): string {
  return typeof part === 'string' ? part : (part.text ?? '');
}
