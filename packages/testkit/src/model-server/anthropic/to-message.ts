import { unreachable } from '@bowline/protocol';
import {
  toText,
  type AnswerBlock,
  type AnswerEnd,
  type AnswerUsage,
  type EndKind,
  type ScriptedAnswer,
} from '../scripted-answer.ts';
import type { Asked } from '../wire.ts';

/** A block that Anthropic sends: a refusal has no text, only the reason at the end. */
export type ContentBlock = Exclude<AnswerBlock, { kind: 'refusal' }>;

/** Converts an answer to a complete message. */
export function toMessage({ blocks, end, usage }: ScriptedAnswer, asked: Asked): object {
  return {
    ...toEmptyMessage(asked),
    content: blocks.filter(isContent).map(toWholeBlock),
    ...(end === undefined ? {} : toStop(end)),
    usage: toMessageUsage(usage),
  };
}

/** A message without content. */
export const toEmptyMessage = ({ n, model }: Asked): object => ({
  id: `msg_${n}`,
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
});

/** Whether the block is part of a message's content. */
export const isContent = (block: AnswerBlock): block is ContentBlock => block.kind !== 'refusal';

function toWholeBlock(block: ContentBlock): object {
  switch (block.kind) {
    case 'thought':
      return { type: 'thinking', thinking: toText(block), signature: block.signature ?? '' };
    case 'text':
      return { type: 'text', text: toText(block) };
    case 'call':
      return { type: 'tool_use', id: block.id, name: block.call.name, input: block.call.args ?? {} };
    default:
      return unreachable(block);
  }
}

const reasons: Readonly<Record<Exclude<EndKind, 'other'>, string>> = {
  stop: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  filtered: 'refusal',
  refused: 'refusal',
};

/** Returns the stop reason. One that Anthropic does not have is sent in lowercase, so that a script can use any. */
export function toStop({ kind, word, message = `scripted ${word}` }: AnswerEnd): object {
  const reason = kind === 'other' ? word.toLowerCase() : reasons[kind];
  const details = { stop_details: { type: 'refusal', category: null, explanation: message } };
  return { stop_reason: reason, stop_sequence: null, ...(reason === 'refusal' ? details : {}) };
}

/**
 * Returns the usage, which every message must have: all 0 if the script has none. Anthropic counts cached input
 * separately.
 */
export function toMessageUsage(usage: AnswerUsage | undefined): object {
  const { input, cached, output, thinking } = usage ?? { input: 0, cached: 0, output: 0, thinking: 0 };
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: output,
    ...(thinking === 0 ? {} : { output_tokens_details: { thinking_tokens: thinking } }),
  };
}
