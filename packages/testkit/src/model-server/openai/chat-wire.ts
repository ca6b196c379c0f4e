import { unreachable } from '@bowline/protocol';
import {
  toScriptedAnswer,
  toText,
  type AnswerBlock,
  type AnswerEnd,
  type AnswerUsage,
  type CallBlock,
  type EndKind,
  type ScriptedAnswer,
} from '../scripted-answer.ts';
import { toItems, toSpokenContents } from '../spoken-contents.ts';
import { OPENING, timeEvents, type WireEvent } from '../time-events.ts';
import { toWholeBytes } from '../to-whole-bytes.ts';
import type { Asked, Wire } from '../wire.ts';
import { toOpenAIError, toOpenAIErrorWords } from './to-openai-error.ts';
import { toOpenAIModelList } from './to-openai-model-list.ts';

/** OpenAI's Chat Completions API, with the `reasoning_content` extension of other providers. */
export const chatWire: Wire = {
  toContents: (body) => toSpokenContents(toItems(body, 'messages'), ({ role }) => role === 'user' || role === 'tool'),
  toEvents: (step, asked) =>
    timeEvents(step, toChunks(toScriptedAnswer(step, asked), asked), (error) => ({ error: toOpenAIErrorWords(error) })),
  toWhole: (step, asked) => toWholeBytes(step, toCompletion(toScriptedAnswer(step, asked), asked)),
  toHttpError: toOpenAIError,
  toModelList: toOpenAIModelList,
};

function toChunks(answer: ScriptedAnswer, asked: Asked): readonly WireEvent[] {
  if (answer.isSilent) return [];
  const { blocks, end, usage, isBroken } = answer;
  const hasUsage = asksForUsage(asked.body);
  const toChunk = (at: number, choice: object): WireEvent => {
    const common = { ...toCommon('chat.completion.chunk', asked), choices: [{ index: 0, ...choice }] };
    return { at, data: hasUsage ? { ...common, usage: null } : common };
  };
  const role = { role: 'assistant', content: blocks[0]?.kind === 'text' ? '' : null };
  const spoken = [
    toChunk(OPENING, { delta: role, finish_reason: null }),
    ...toDeltas(blocks).map(({ at, delta }) => toChunk(at, { delta, finish_reason: null })),
  ];
  if (end === undefined) return spoken;
  const finish = toChunk(end.at, { delta: {}, finish_reason: toChatReason(end) });
  const counts = { ...toCommon('chat.completion.chunk', asked), choices: [], usage: toChatUsage(usage) };
  return [
    ...spoken,
    finish,
    ...(hasUsage && usage !== undefined ? [{ at: end.at, data: counts }] : []),
    ...(isBroken ? [] : [{ at: end.at, data: '[DONE]' }]),
  ];
}

interface Delta {
  readonly at: number;
  readonly delta: object;
}

function toDeltas(blocks: readonly AnswerBlock[]): readonly Delta[] {
  const calls = blocks.filter(isCall);
  return blocks.flatMap((block) =>
    block.kind === 'call'
      ? toCallDeltas(block, calls.indexOf(block))
      : block.pieces.map(({ at, text }) => ({ at, delta: { [toField(block.kind)]: text } })),
  );
}

/** The name is sent first and alone, as OpenAI does. */
function toCallDeltas(block: CallBlock, index: number): readonly Delta[] {
  const [first] = block.pieces;
  const start = { at: first?.at ?? 0, delta: { tool_calls: [{ index, ...toCall(block, '') }] } };
  const rest = block.pieces.map(({ at, text }) => ({
    at,
    delta: { tool_calls: [{ index, function: { arguments: text } }] },
  }));
  return [start, ...rest];
}

/** A signature is placed where Google's OpenAI-compatible endpoint puts it. */
function toCall({ id, call: { name, signature } }: CallBlock, args: string): object {
  return {
    id,
    type: 'function',
    function: { name, arguments: args },
    ...(signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }),
  };
}

function toField(kind: 'thought' | 'text' | 'refusal'): string {
  switch (kind) {
    case 'thought':
      return 'reasoning_content';
    case 'text':
      return 'content';
    case 'refusal':
      return 'refusal';
    default:
      return unreachable(kind);
  }
}

function toCompletion({ blocks, end, usage }: ScriptedAnswer, asked: Asked): object {
  const textOf = (kind: AnswerBlock['kind']): string | null => {
    const texts = blocks.filter((block) => block.kind === kind).map(toText);
    return texts.length === 0 ? null : texts.join('');
  };
  const thought = textOf('thought');
  const calls = blocks.filter(isCall).map((block) => toCall(block, toText(block)));
  const message = {
    role: 'assistant',
    content: textOf('text'),
    refusal: textOf('refusal'),
    ...(thought === null ? {} : { reasoning_content: thought }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return {
    ...toCommon('chat.completion', asked),
    choices: [{ index: 0, message, finish_reason: end === undefined ? null : toChatReason(end) }],
    ...(usage === undefined ? {} : { usage: toChatUsage(usage) }),
  };
}

const isCall = (block: AnswerBlock): block is CallBlock => block.kind === 'call';

const toCommon = (object: string, { n, at, model }: Asked): object => ({
  id: `chatcmpl-${n}`,
  object,
  created: Math.floor(at / 1000),
  model,
});

const reasons: Readonly<Record<Exclude<EndKind, 'other'>, string>> = {
  stop: 'stop',
  calls: 'tool_calls',
  length: 'length',
  filtered: 'content_filter',
  refused: 'stop', // only the refusal itself indicates it
};

/** A finish reason that OpenAI does not have is sent in lowercase, so that a script can use any. */
const toChatReason = ({ kind, word }: AnswerEnd): string => (kind === 'other' ? word.toLowerCase() : reasons[kind]);

const toChatUsage = (usage: AnswerUsage | undefined): object | null =>
  usage === undefined
    ? null
    : {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.total,
        prompt_tokens_details: { cached_tokens: usage.cached },
        completion_tokens_details: { reasoning_tokens: usage.thinking },
      };

function asksForUsage(body: unknown): boolean {
  const { stream_options: options } = body as { readonly stream_options?: { readonly include_usage?: unknown } };
  return options?.include_usage === true;
}
