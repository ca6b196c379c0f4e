import { unreachable } from '@bowline/protocol';
import type { AnswerEnd, AnswerUsage, ScriptedAnswer } from '../scripted-answer.ts';
import type { Asked } from '../wire.ts';
import { toItemId, toResponseItem } from './response-item.ts';

/** The status of a response, which also names its event. */
export type ResponseStatus = 'in_progress' | 'completed' | 'incomplete' | 'failed';

/** Returns the final status of a response. */
export function toResponseStatus({ kind }: AnswerEnd): ResponseStatus {
  switch (kind) {
    case 'stop':
    case 'calls':
    case 'refused':
      return 'completed';
    case 'length':
    case 'filtered':
      return 'incomplete';
    case 'other':
      return 'failed';
    default:
      return unreachable(kind);
  }
}

/** Converts an answer to a response, without output and usage while it is in progress. */
export function toResponse(answer: ScriptedAnswer, { n, at, model }: Asked, status: ResponseStatus): object {
  const { blocks, end, usage } = answer;
  const isOver = status !== 'in_progress';
  const toItem = (block: (typeof blocks)[number], index: number): object =>
    toResponseItem(block, toItemId(block, n, index), 'completed');
  return {
    id: `resp_${n}`,
    object: 'response',
    created_at: Math.floor(at / 1000),
    status,
    model,
    error: isOver && end?.kind === 'other' ? toError(end) : null,
    incomplete_details: isOver ? toIncompleteDetails(end) : null,
    output: isOver ? blocks.map(toItem) : [],
    usage: isOver && usage !== undefined ? toResponseUsage(usage) : null,
  };
}

const toError = ({ message, word }: AnswerEnd): object => ({
  code: 'server_error',
  message: message ?? `The model ended with ${word}.`,
});

function toIncompleteDetails(end: AnswerEnd | undefined): object | null {
  if (end?.kind === 'length') return { reason: 'max_output_tokens' };
  return end?.kind === 'filtered' ? { reason: 'content_filter' } : null;
}

const toResponseUsage = (usage: AnswerUsage): object => ({
  input_tokens: usage.input,
  input_tokens_details: { cached_tokens: usage.cached },
  output_tokens: usage.output,
  output_tokens_details: { reasoning_tokens: usage.thinking },
  total_tokens: usage.total,
});
