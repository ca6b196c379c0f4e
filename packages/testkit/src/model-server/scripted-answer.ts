import type { ScriptedCall, ScriptedChunk, ScriptedStep } from '../model-script.ts';
import { isBroken, lastSpoken, toFinishReason } from '../scripted-model/step-facts.ts';
import { toUsage } from '../scripted-model/to-responses.ts';
import type { Asked } from './wire.ts';

/** A text, and the chunk of the script that it belongs to. */
export interface Piece {
  readonly at: number;
  readonly text: string;
}

type BlockWords =
  | { readonly kind: 'thought'; readonly signature: string | undefined }
  | { readonly kind: 'text' }
  | { readonly kind: 'refusal' }
  /** The id is from the script, or unique in this server. The pieces are halves of the arguments. */
  | { readonly kind: 'call'; readonly call: ScriptedCall; readonly id: string };

/** A contiguous part of an answer of one kind. */
export type AnswerBlock = BlockWords & {
  /** Never empty. */
  readonly pieces: readonly Piece[];
  /** The chunk that ends this block; undefined if the stream ends inside it. */
  readonly closesAt: number | undefined;
};

/** A tool call of an answer. */
export type CallBlock = Extract<AnswerBlock, { kind: 'call' }>;

/** Why an answer ended, in the kinds that every API distinguishes. */
export type EndKind = 'stop' | 'calls' | 'length' | 'filtered' | 'refused' | 'other';

/** The end of an answer. */
export interface AnswerEnd {
  readonly kind: EndKind;
  /** The finish reason in the script. */
  readonly word: string;
  readonly message: string | undefined;
  readonly at: number;
}

/** Token counts that add up: `cached` is part of `input`, `thinking` of `output`. */
export interface AnswerUsage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly thinking: number;
  readonly total: number;
}

/** A step in a form that does not depend on an API. */
export interface ScriptedAnswer {
  readonly blocks: readonly AnswerBlock[];
  /** Undefined if the stream ends without a finish reason, or never ends. */
  readonly end: AnswerEnd | undefined;
  readonly usage: AnswerUsage | undefined;
  /** Whether a fault follows the end, so that no closing event is sent. */
  readonly isBroken: boolean;
  /** Whether not even an opening event is sent. */
  readonly isSilent: boolean;
}

/** Converts a step to the answer to a request. */
export function toScriptedAnswer(step: ScriptedStep, asked: Asked): ScriptedAnswer {
  const open = step.blockReason === undefined ? toOpenBlocks(step, asked) : [toRefusal(step.blockReason)];
  const end = toEnd(step, open);
  return {
    blocks: open.map((block, n) => ({ ...block, closesAt: open[n + 1]?.pieces[0]?.at ?? end?.at })),
    end,
    usage: toAnswerUsage(step, asked.promptTokens),
    isBroken: isBroken(step),
    isSilent: end === undefined && (step.chunks ?? []).length === 0,
  };
}

/** The complete text of a block. */
export const toText = ({ pieces }: AnswerBlock): string => pieces.map(({ text }) => text).join('');

type OpenBlock = BlockWords & { readonly pieces: Piece[] };

const toRefusal = (blockReason: string): OpenBlock => ({
  kind: 'refusal',
  pieces: [{ at: 0, text: `The prompt was refused: ${blockReason}.` }],
});

function toOpenBlocks({ chunks = [] }: ScriptedStep, { n }: Asked): readonly OpenBlock[] {
  const blocks: OpenBlock[] = [];
  for (const [at, { thought, text, calls = [] }] of chunks.entries()) {
    if (thought !== undefined) think(blocks, at, thought);
    if (text !== undefined) say(blocks, at, text);
    for (const call of calls) {
      const id = call.id ?? `call_${n}_${blocks.length}`;
      blocks.push({ kind: 'call', call, id, pieces: toHalves(JSON.stringify(call.args ?? {}), at) });
    }
  }
  return blocks;
}

type Said = NonNullable<ScriptedChunk['text']>;

/** A signature ends a thought: the next one starts another block. */
function think(blocks: OpenBlock[], at: number, said: Said): void {
  const { text, signature } = typeof said === 'string' ? { text: said } : said;
  const before = blocks.at(-1);
  if (before?.kind !== 'thought' || before.signature !== undefined) {
    blocks.push({ kind: 'thought', pieces: [{ at, text }], signature });
    return;
  }
  before.pieces.push({ at, text });
  blocks[blocks.length - 1] = { ...before, signature };
}

/** Drops a signature, because only Gemini signs text. */
function say(blocks: OpenBlock[], at: number, said: Said): void {
  const piece = { at, text: typeof said === 'string' ? said : said.text };
  const before = blocks.at(-1);
  if (before?.kind === 'text') before.pieces.push(piece);
  else blocks.push({ kind: 'text', pieces: [piece] });
}

function toHalves(json: string, at: number): Piece[] {
  const middle = Math.ceil(json.length / 2);
  return [
    { at, text: json.slice(0, middle) },
    { at, text: json.slice(middle) },
  ];
}

const filters: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
]);

function toEnd(step: ScriptedStep, blocks: readonly OpenBlock[]): AnswerEnd | undefined {
  const last = lastSpoken(step);
  const common = { message: step.finishMessage, at: last === -1 ? (step.chunks ?? []).length : last };
  if (step.blockReason !== undefined) return { kind: 'refused', word: step.blockReason, ...common };
  const word = toFinishReason(step);
  if (word === undefined || step.chunks?.[last]?.raw !== undefined) return undefined;
  return { kind: toEndKind(word, blocks), word, ...common };
}

function toEndKind(word: string, blocks: readonly OpenBlock[]): EndKind {
  if (word === 'STOP') return blocks.some(({ kind }) => kind === 'call') ? 'calls' : 'stop';
  if (word === 'MAX_TOKENS') return 'length';
  return filters.has(word) ? 'filtered' : 'other';
}

function toAnswerUsage(step: ScriptedStep, promptTokens: number): AnswerUsage | undefined {
  const usage = toUsage(step, promptTokens);
  if (usage === undefined) return undefined;
  const { promptTokenCount = 0, toolUsePromptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usage;
  const input = promptTokenCount + toolUsePromptTokenCount;
  const output = candidatesTokenCount + thoughtsTokenCount;
  return {
    input,
    cached: usage.cachedContentTokenCount ?? 0,
    output,
    thinking: thoughtsTokenCount,
    total: usage.totalTokenCount ?? input + output,
  };
}
