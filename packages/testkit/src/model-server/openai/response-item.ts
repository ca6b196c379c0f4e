import { unreachable } from '@bowline/protocol';
import { toText, type AnswerBlock } from '../scripted-answer.ts';

const prefixes = { thought: 'rs', text: 'msg', refusal: 'msg', call: 'fc' } as const;

/** The id of an item, composed of its kind, its answer and its position. */
export const toItemId = ({ kind }: AnswerBlock, n: number, outputIndex: number): string =>
  `${prefixes[kind]}_${n}_${outputIndex}`;

/** Converts a block to an output item of a response, empty while it is in progress. */
export function toResponseItem(block: AnswerBlock, id: string, status: 'in_progress' | 'completed'): object {
  const text = status === 'in_progress' ? '' : toText(block);
  switch (block.kind) {
    case 'thought': {
      const summary = text === '' ? [] : [toSummaryPart(text)];
      const encrypted = status === 'in_progress' || block.signature === undefined ? null : block.signature;
      return { id, type: 'reasoning', summary, encrypted_content: encrypted };
    }
    case 'text':
    case 'refusal': {
      const content = status === 'in_progress' ? [] : [toContentPart(block.kind, text)];
      return { id, type: 'message', status, role: 'assistant', content };
    }
    case 'call':
      return { id, type: 'function_call', status, call_id: block.id, name: block.call.name, arguments: text };
    default:
      return unreachable(block);
  }
}

/** A summary part of a thought. */
export const toSummaryPart = (text: string): object => ({ type: 'summary_text', text });

/** A content part of a message. */
export const toContentPart = (kind: 'text' | 'refusal', text: string): object =>
  kind === 'text' ? { type: 'output_text', text, annotations: [] } : { type: 'refusal', refusal: text };
