import { unreachable } from '@bowline/protocol';
import type { ScriptedAnswer } from '../scripted-answer.ts';
import { OPENING, type WireEvent } from '../time-events.ts';
import type { Asked } from '../wire.ts';
import { isContent, toEmptyMessage, toMessageUsage, toStop, type ContentBlock } from './to-message.ts';

/** Converts an answer to the events of a streamed message. */
export function toMessageEvents(answer: ScriptedAnswer, asked: Asked): readonly WireEvent[] {
  if (answer.isSilent) return [];
  const { blocks, end, usage, isBroken } = answer;
  const counted = usage === undefined ? undefined : { ...usage, output: 0, thinking: 0 };
  const message = { ...toEmptyMessage(asked), usage: toMessageUsage(counted) };
  const spoken = [
    { at: OPENING, data: { type: 'message_start', message } },
    { at: OPENING, data: { type: 'ping' } },
    ...blocks.filter(isContent).flatMap(toBlockEvents),
  ];
  if (end === undefined) return spoken;
  return [
    ...spoken,
    { at: end.at, data: { type: 'message_delta', delta: toStop(end), usage: toMessageUsage(usage) } },
    ...(isBroken ? [] : [{ at: end.at, data: { type: 'message_stop' } }]),
  ];
}

function toBlockEvents(block: ContentBlock, index: number): readonly WireEvent[] {
  const { pieces, closesAt } = block;
  return [
    { at: pieces[0]?.at ?? 0, data: { type: 'content_block_start', index, content_block: toBlockStart(block) } },
    ...toDeltas(block).map(({ at, delta }) => ({ at, data: { type: 'content_block_delta', index, delta } })),
    ...(closesAt === undefined ? [] : [{ at: closesAt, data: { type: 'content_block_stop', index } }]),
  ];
}

function toBlockStart(block: ContentBlock): object {
  switch (block.kind) {
    case 'thought':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'text':
      return { type: 'text', text: '' };
    case 'call':
      return { type: 'tool_use', id: block.id, name: block.call.name, input: {} };
    default:
      return unreachable(block);
  }
}

interface Delta {
  readonly at: number;
  readonly delta: object;
}

function toDeltas(block: ContentBlock): readonly Delta[] {
  switch (block.kind) {
    case 'thought':
      return [...toPieceDeltas(block, 'thinking_delta', 'thinking'), ...toSignatureDelta(block)];
    case 'text':
      return toPieceDeltas(block, 'text_delta', 'text');
    case 'call':
      return toPieceDeltas(block, 'input_json_delta', 'partial_json');
    default:
      return unreachable(block);
  }
}

const toPieceDeltas = ({ pieces }: ContentBlock, type: string, field: string): readonly Delta[] =>
  pieces.flatMap(({ at, text }) => (text === '' ? [] : [{ at, delta: { type, [field]: text } }]));

function toSignatureDelta({ pieces, signature }: Extract<ContentBlock, { kind: 'thought' }>): readonly Delta[] {
  const last = pieces.at(-1);
  return signature === undefined || last === undefined
    ? []
    : [{ at: last.at, delta: { type: 'signature_delta', signature } }];
}
