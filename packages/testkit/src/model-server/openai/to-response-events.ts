import type { AnswerBlock, ScriptedAnswer } from '../scripted-answer.ts';
import { OPENING, type WireEvent } from '../time-events.ts';
import type { Asked } from '../wire.ts';
import { toItemId, toResponseItem } from './response-item.ts';
import { toPartEvents, type TypedData } from './to-part-events.ts';
import { toResponse, toResponseStatus } from './to-response.ts';

interface TypedEvent {
  readonly at: number;
  readonly data: TypedData;
}

/** Converts an answer to the events of a streamed response, numbered in order. */
export function toResponseEvents(answer: ScriptedAnswer, asked: Asked): readonly WireEvent[] {
  if (answer.isSilent) return [];
  const started = toResponse(answer, asked, 'in_progress');
  const events: readonly TypedEvent[] = [
    { at: OPENING, data: { type: 'response.created', response: started } },
    { at: OPENING, data: { type: 'response.in_progress', response: started } },
    ...answer.blocks.flatMap((block, index) => toItemEvents(block, { index, id: toItemId(block, asked.n, index) })),
    ...toEndEvents(answer, asked),
  ];
  return events.map(({ at, data: { type, ...data } }, n) => ({ at, data: { type, sequence_number: n, ...data } }));
}

interface ItemPlace {
  readonly index: number;
  readonly id: string;
}

function toItemEvents(block: AnswerBlock, { index, id }: ItemPlace): readonly TypedEvent[] {
  const { pieces, closesAt } = block;
  const { place, opened, delta, closed } = toPartEvents(block);
  const about = { item_id: id, output_index: index, ...place };
  const startsAt = pieces[0]?.at ?? 0;
  const toItemEvent = (at: number, type: string, status: 'in_progress' | 'completed'): TypedEvent => ({
    at,
    data: { type, output_index: index, item: toResponseItem(block, id, status) },
  });
  const events = [
    toItemEvent(startsAt, 'response.output_item.added', 'in_progress'),
    ...opened.map((data) => ({ at: startsAt, data: { ...data, ...about } })),
    ...pieces.flatMap(({ at, text }) => (text === '' ? [] : [{ at, data: { type: delta, ...about, delta: text } }])),
  ];
  if (closesAt === undefined) return events;
  return [
    ...events,
    ...closed.map((data) => ({ at: closesAt, data: { ...data, ...about } })),
    toItemEvent(closesAt, 'response.output_item.done', 'completed'),
  ];
}

function toEndEvents(answer: ScriptedAnswer, asked: Asked): readonly TypedEvent[] {
  if (answer.end === undefined) return [];
  const status = toResponseStatus(answer.end);
  return [{ at: answer.end.at, data: { type: `response.${status}`, response: toResponse(answer, asked, status) } }];
}
